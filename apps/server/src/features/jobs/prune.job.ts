import { defineSchedule } from '../../platform/jobs/define-job.ts';
import { dropEndedJobs } from './job.store.ts';

/** As long as the files of exports are kept. */
const keptMonths = 6;

export const dropOldJobs = defineSchedule({
  name: 'jobs.drop-old',
  cron: '43 2 * * *',
  catchUpMs: 86_400_000,
  async run({ db, scheduledAt, signal }) {
    const before = new Date(scheduledAt);
    before.setUTCMonth(before.getUTCMonth() - keptMonths);
    await dropEndedJobs(db, before, signal);
  },
});
