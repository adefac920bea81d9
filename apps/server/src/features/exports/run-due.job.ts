import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import type { ScheduleService } from './export-schedule.service.ts';

/** Missed runs stay due in the table, so occurrences of this schedule need not be caught up. */
export const runDueSchedules = ({ runDue }: Pick<ScheduleService, 'runDue'>): Schedule =>
  defineSchedule({
    name: 'exports.run-due',
    cron: '* * * * *',
    run: ({ db, signal }) => runDue(db, signal),
  });
