import type { Job, JobChange } from '@stellwerk/contract/job';
import type { TablePage } from '../../ui/table/types.ts';

/** Applies progress to the visible rows; other changes affect the available actions, so the list is refetched. */
export function applyJobChange(
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
