import type { JobUndo } from './define-job.ts';
import type { JobRow } from './job.table.ts';

const dayMs = 86_400_000;

/** The last moment at which another job can undo the effect of this one; undefined while it runs or if it did nothing. */
export function undoDeadline(
  { state, done, finishedAt }: Pick<JobRow, 'state' | 'done' | 'finishedAt'>,
  undo: JobUndo,
): Date | undefined {
  if (undo.way !== 'byJob' || finishedAt === null || done === 0) return undefined;
  if (state !== 'done' && state !== 'canceled' && state !== 'error') return undefined;
  return new Date(finishedAt.getTime() + undo.withinDays * dayMs);
}
