/** Job types begin with the type of their object. */
const pages: Record<string, string> = { digitaltwin: '/digitaltwin-mgmt', virtualdevice: '/virtual-devices' };

/** The page of an object that a job has processed, if any. */
export function objectPath(jobType: string, id: number): string | undefined {
  const page = pages[jobType.split('-')[0] ?? ''];
  return page && `${page}/${id}`;
}
