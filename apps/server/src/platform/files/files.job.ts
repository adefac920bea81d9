import { defineSchedule, type Schedule } from '../jobs/define-job.ts';
import type { Files } from './files.ts';

/** Longer than any upload takes. */
const keptMs = 86_400_000;

export const removeAbandonedUploads = ({ files }: { files: Files }): Schedule =>
  defineSchedule({
    name: 'files.remove-abandoned',
    cron: '33 3 * * *',
    catchUpMs: 86_400_000,
    async run({ scheduledAt, log }) {
      const removed = await files.removeAbandoned(new Date(scheduledAt.getTime() - keptMs));
      if (removed > 0) log.info({ removed }, 'half-written uploads removed');
    },
  });
