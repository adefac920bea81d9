import type { Job, JobChange } from '@stellwerk/contract/job';
import type { TablePage } from '../../ui/table/types.ts';

/** Progress goes straight into the rows on screen; anything more changes what can be done, so the list is read again. */
export function applyChange(
  page: TablePage<Job> | undefined,
  change: JobChange,
): TablePage<Job> | 'reload' | undefined {
  if (!page) return undefined;
  const row = page.data.find((each) => each.id === change.id);
  if (!row || row.state !== change.state) return 'reload';
  const { progress, errorCount, cancelRequested } = change;
  const next = { ...row, progress, errorCount, cancelRequested };
  return { ...page, data: page.data.map((each) => (each.id === change.id ? next : each)) };
}
