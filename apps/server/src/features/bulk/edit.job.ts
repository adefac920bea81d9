import { z } from 'zod';
import { defineJob, type JobKind } from '../../platform/jobs/define-job.ts';
import { finishedItems, insertItems } from './bulk.store.ts';
import type { EditTarget } from './bulk-target.ts';
import { editItems } from './edit-items.ts';
import { jobTransaction } from './job-ctx.ts';
import { undoDays, undoKindOf } from './undo.job.ts';

export const editKindOf = (resource: string) => `${resource}-bulk-edit`;

/** Items in one transaction: a cancel waits for them, and other requests may wait for their locks. */
const itemsAtOnce = 20;

/** Applies one change to many objects. Restarts after a crash and skips the objects that it has finished. */
export function bulkEditJob<S extends z.ZodType>(target: EditTarget<S>): JobKind {
  const payload = z.object({ ids: z.array(z.int()), change: z.json() });
  return defineJob({
    kind: editKindOf(target.resource),
    undo: { way: 'byJob', kind: undoKindOf(target.resource), withinDays: undoDays },
    payload,
    afterCrash: 'startOver',
    concurrency: 2,
    retry({ ids, change }, { failedIds, done }) {
      const left = ids.filter((id, index) => failedIds.has(id) || index >= done);
      return left.length > 0 ? { ids: left, change } : undefined;
    },
    async run(run) {
      const { ids } = run.payload;
      const change = target.change.parse(run.payload.change);
      const finished = await finishedItems(run.db, run.id);
      for (let start = 0; start < ids.length; start += itemsAtOnce) {
        run.throwIfCanceled();
        const numbers = ids.slice(start, start + itemsAtOnce).map((id, index) => ({ id, item: start + index }));
        const open = numbers.filter(({ item }) => !finished.has(item));
        const { failures } = await jobTransaction(run, async (ctx) => {
          const edited = await editItems(
            ctx,
            target,
            open.map(({ id }) => id),
            change,
          );
          const itemOf = new Map(open.map(({ id, item }) => [id, item]));
          const rows = edited.items.map(({ id, before, after }) => {
            return { jobId: run.id, item: itemOf.get(id) ?? 0, objectId: id, before, after };
          });
          await insertItems(ctx.db, rows);
          return edited;
        });
        for (const { id, code, params } of failures) run.error({ entityId: id, code, params });
        run.progress(Math.min(start + itemsAtOnce, ids.length), ids.length);
      }
      run.throwIfCanceled();
    },
  });
}
