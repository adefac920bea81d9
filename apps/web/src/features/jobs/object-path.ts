/** Kinds are named after what they work on. */
const pages: Record<string, string> = { digitaltwin: '/digitaltwin-mgmt', virtualdevice: '/virtual-devices' };

/** The page of an object that a job has worked on, where there is one. */
export function objectPath(jobType: string, id: number): string | undefined {
  const page = pages[jobType.split('-')[0] ?? ''];
  return page && `${page}/${id}`;
}
