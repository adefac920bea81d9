import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError, fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { defineJob, type JobKind } from '../../platform/jobs/define-job.ts';
import { findPayload, itemsToUndo, lockItem, markUndone } from './bulk.store.ts';
import type { BulkItem, Fields } from './bulk.table.ts';
import type { EditTarget, ImportTarget } from './bulk-target.ts';
import { failureOf } from './edit-items.ts';
import { importPayload } from './import-payload.ts';
import { jobTransaction } from './job-ctx.ts';

export const undoKindOf = (resource: string) => `${resource}-bulk-undo`;

/** Long enough to notice a mistake; later, too much has changed since. */
export const undoDays = 30;

type UndoTarget = Pick<EditTarget<z.ZodType>, 'resource' | 'notFound' | 'read' | 'restore'> &
  Partial<Pick<ImportTarget<z.ZodType, z.ZodType>, 'row' | 'remove'>>;

function requireSame(current: Fields, expected: Fields): void {
  const changed = Object.keys(expected).filter((name) => !isDeepStrictEqual(current[name], expected[name]));
  if (changed.length > 0) fail('BULK_UNDO_CHANGED_SINCE', { fields: changed.join(', ') });
}

/**
 * Undoes a bulk job object by object, the last one first. An object that somebody has changed since is left as it is, and
 * reported.
 */
export const bulkUndoJob = (target: UndoTarget, clock: Clock): JobKind => {
  /** The rows of an import by line, parsed once for all items. Empty for other jobs. */
  async function rowsOf(db: Db, jobId: number): Promise<ReadonlyMap<number, unknown>> {
    const { success, data } = importPayload.safeParse(await findPayload(db, jobId));
    return new Map(success ? data.rows.map(({ line, row }) => [line, target.row?.parse(row)]) : []);
  }

  async function undo(ctx: Ctx, entry: BulkItem, rows: ReadonlyMap<number, unknown>): Promise<void> {
    const { objectId, before, after } = entry;
    const read = async () => (await target.read(ctx.db, [objectId])).get(objectId);
    const current = await read();
    if (!current) {
      // The object is gone, as the undoing of its creation requires.
      if (before === null) return;
      throw new AppError(target.notFound, {}, {});
    }
    requireSame(current, after);
    if (before === null) return target.remove?.(ctx, objectId, rows.get(entry.item));
    if (Object.keys(before).length === 0) return;
    await target.restore(ctx, objectId, before);
    // A restored value that was refused without an error must not count as undone.
    requireSame((await read()) ?? {}, before);
  }

  return defineJob({
    kind: undoKindOf(target.resource),
    undo: { way: 'byHand' },
    payload: z.object({ jobId: z.int() }),
    afterCrash: 'startOver',
    concurrency: 2,
    // Items that are undone are skipped, so the same payload means the rest.
    retry: (payload) => payload,
    async run(run) {
      const { jobId } = run.payload;
      const items = await itemsToUndo(run.db, jobId);
      const rows = await rowsOf(run.db, jobId);
      run.progress(0, items.length);
      for (const [index, { item, objectId }] of items.entries()) {
        run.throwIfCanceled();
        try {
          await jobTransaction(run, async (ctx) => {
            const row = await lockItem(ctx.db, jobId, item);
            if (!row) return;
            await undo(ctx, row, rows);
            await markUndone(ctx.db, row, clock.now());
          });
        } catch (error) {
          const { code, params } = failureOf(objectId, error);
          run.error({ entityId: objectId, code, params });
        }
        run.progress(index + 1, items.length);
      }
      run.throwIfCanceled();
    },
  });
};
