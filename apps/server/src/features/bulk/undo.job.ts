import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError, fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { defineJob, type JobItemError, type JobKind } from '../../platform/jobs/define-job.ts';
import { findPayload, itemsToUndo, lockItems, markUndone } from './bulk.store.ts';
import type { BulkItem, Fields } from './bulk.table.ts';
import type { BulkTarget, EditTarget, ImportTarget } from './bulk-target.ts';
import { failureOf, tryItem } from './edit-items.ts';
import { importPayload } from './import-payload.ts';
import { jobTransaction } from './job-ctx.ts';

export const undoKindOf = (resource: string) => `${resource}-bulk-undo`;

/** Long enough to notice a mistake; later, too much has changed since. */
export const undoDays = 30;

/** Items in one transaction: a cancel waits for them, and other requests may wait for their locks. */
const itemsAtOnce = 20;

type UndoTarget = BulkTarget &
  Partial<
    Pick<EditTarget<z.ZodType>, 'restore'> & Pick<ImportTarget<z.ZodType, z.ZodType>, 'row' | 'remove' | 'removeAll'>
  >;

const changedFields = (current: Fields, expected: Fields): string[] =>
  Object.keys(expected).filter((name) => !isDeepStrictEqual(current[name], expected[name]));

function requireSame(current: Fields, expected: Fields): void {
  const changed = changedFields(current, expected);
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
    await target.restore?.(ctx, objectId, before);
    // A restored value that was refused without an error must not count as undone.
    requireSame((await read()) ?? {}, before);
  }

  /** Removes the created objects of a batch at once; false if one of them has changed or can't be removed so. */
  async function removeTogether(ctx: Ctx, entries: readonly BulkItem[], rows: ReadonlyMap<number, unknown>) {
    const isCreated = entries.length > 0 && entries.every(({ before }) => before === null);
    if (!target.removeAll || !isCreated) return false;
    const current = await target.read(
      ctx.db,
      entries.map(({ objectId }) => objectId),
    );
    const isSame = ({ objectId, after }: BulkItem) => {
      const fields = current.get(objectId);
      return fields !== undefined && changedFields(fields, after).length === 0;
    };
    if (!entries.every(isSame)) return false;
    return target.removeAll(
      ctx,
      entries.map(({ objectId, item }) => ({ id: objectId, row: rows.get(item) })),
    );
  }

  type Batch = Awaited<ReturnType<typeof itemsToUndo>>;

  async function undoTogether(ctx: Ctx, jobId: number, items: readonly number[], rows: ReadonlyMap<number, unknown>) {
    try {
      return await tryItem(ctx, async (own) => {
        const entries = await lockItems(own.db, jobId, items);
        const isDone = await removeTogether(own, entries, rows);
        // The savepoint also rolls back the changes before the refusal.
        if (!isDone) throw new AppError(target.notFound, {}, {});
        await markUndone(own.db, jobId, items, clock.now());
        return true;
      });
    } catch (error) {
      failureOf(0, error);
      return false;
    }
  }

  /** One by one, each in a savepoint, so that an object that fails leaves the others. Returns the failures. */
  async function undoBatch(ctx: Ctx, jobId: number, batch: Batch, rows: ReadonlyMap<number, unknown>) {
    const failures: JobItemError[] = [];
    if (
      await undoTogether(
        ctx,
        jobId,
        batch.map(({ item }) => item),
        rows,
      )
    )
      return failures;
    for (const { item, objectId } of batch) {
      try {
        await tryItem(ctx, async (own) => {
          const [row] = await lockItems(own.db, jobId, [item]);
          if (!row) return;
          await undo(own, row, rows);
          await markUndone(own.db, jobId, [item], clock.now());
        });
      } catch (error) {
        const { code, params } = failureOf(objectId, error);
        failures.push({ entityId: objectId, code, params });
      }
    }
    return failures;
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
      for (let start = 0; start < items.length; start += itemsAtOnce) {
        run.throwIfCanceled();
        const batch = items.slice(start, start + itemsAtOnce);
        for (const failure of await jobTransaction(run, (ctx) => undoBatch(ctx, jobId, batch, rows)))
          run.error(failure);
        run.progress(Math.min(start + itemsAtOnce, items.length), items.length);
      }
      run.throwIfCanceled();
    },
  });
};
