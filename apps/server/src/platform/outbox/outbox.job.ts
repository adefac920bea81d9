import { defineSchedule } from '../jobs/define-job.ts';
import { dropParked } from './held.store.ts';

const keepMs = 30 * 86_400_000;

/** Entries that were given up are deleted after a month. */
export const dropParkedEntries = defineSchedule({
  name: 'outbox.drop-parked',
  cron: '17 3 * * *',
  catchUpMs: 86_400_000,
  run: ({ db, scheduledAt }) => dropParked(db, new Date(scheduledAt.getTime() - keepMs)),
});
