import { isErrorCode } from '@stellwerk/contract/errors';
import type { z } from 'zod';
import { defineJob, type JobKind } from '../../platform/jobs/define-job.ts';
import { finishedItems, insertItems } from './bulk.store.ts';
import type { ImportTarget } from './bulk-target.ts';
import { importPayload } from './import-payload.ts';
import { batchesOf, importBatch } from './import-rows.ts';
import { jobTransaction } from './job-ctx.ts';
import { undoDays, undoKindOf } from './undo.job.ts';

export const importKindOf = (resource: string) => `${resource}-bulk-import`;

/** Creates the objects of a list. Restarts after a crash and skips the lines that it has finished. */
export function bulkImportJob<C extends z.ZodType, R extends z.ZodType>(target: ImportTarget<C, R>): JobKind {
  return defineJob({
    kind: importKindOf(target.resource),
    undo: { way: 'byJob', kind: undoKindOf(target.resource), withinDays: undoDays },
    payload: importPayload,
    afterCrash: 'startOver',
    concurrency: 2,
    /** Lines that could not be read stay as they are; all others may succeed now. */
    retry({ common, rows, errors }, { failedLines, done }) {
      const left = rows.filter(({ line }, index) => failedLines.has(line) || index + errors.length >= done);
      return left.length > 0 ? { common, rows: left, errors: [] } : undefined;
    },
    async run(run) {
      const common = target.common.parse(run.payload.common);
      const rows = run.payload.rows.map(({ line, row }) => ({ line, row: target.row.parse(row) }));
      const total = rows.length + run.payload.errors.length;
      for (const { code, ...error } of run.payload.errors) if (isErrorCode(code)) run.error({ ...error, code });
      let done = run.payload.errors.length;
      run.progress(done, total);
      const finished = await finishedItems(run.db, run.id);
      const options = { isDryRun: false, isRepeated: run.attempt > 1 };
      for (const batch of batchesOf(rows, target.isAlone)) {
        run.throwIfCanceled();
        const open = batch.filter(({ line }) => !finished.has(line));
        if (open.length > 0) {
          const { failures } = await jobTransaction(run, async (ctx) => {
            const imported = await importBatch(ctx, target, common, open, options);
            const items = imported.items.map(({ line, id, after }) => {
              return { jobId: run.id, item: line, objectId: id, before: null, after };
            });
            await insertItems(ctx.db, items);
            return imported;
          });
          for (const failure of failures) run.error(failure);
        }
        done += batch.length;
        run.progress(done, total);
      }
      run.throwIfCanceled();
    },
  });
}
