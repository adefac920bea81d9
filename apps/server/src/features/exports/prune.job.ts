import { exportKeptMonths } from '@stellwerk/contract/data-export';
import type { Files } from '../../platform/files/files.ts';
import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import { deleteExportRow, findExpired } from './data-export.store.ts';

const batchSize = 100;

/** Deletes the file before its row, so that a crash in between leaves no unknown file. */
export const dropOldExports = ({ files }: { files: Pick<Files, 'remove'> }): Schedule =>
  defineSchedule({
    name: 'exports.drop-old',
    cron: '37 2 * * *',
    catchUpMs: 86_400_000,
    async run({ db, scheduledAt, signal }) {
      const before = new Date(scheduledAt);
      before.setUTCMonth(before.getUTCMonth() - exportKeptMonths);
      for (let count = batchSize; count === batchSize; ) {
        signal.throwIfAborted();
        const expired = await findExpired(db, before, batchSize);
        for (const { id, fileKey } of expired) {
          if (fileKey !== null) await files.remove(fileKey);
          await deleteExportRow(db, id);
        }
        count = expired.length;
      }
    },
  });
