import { defineSchedule } from '../../platform/jobs/define-job.ts';
import { dropResolved } from './alarm-change.store.ts';

const keptYears = 2;

export const dropOldAlarms = defineSchedule({
  name: 'alarms.drop-old',
  cron: '53 2 * * *',
  catchUpMs: 86_400_000,
  async run({ db, scheduledAt, signal }) {
    const before = new Date(scheduledAt);
    before.setUTCFullYear(before.getUTCFullYear() - keptYears);
    await dropResolved(db, before, signal);
  },
});
