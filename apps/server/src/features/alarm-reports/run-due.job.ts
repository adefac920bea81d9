import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import type { ReportRuns } from './report-run.service.ts';

/** Missed runs stay due in the table, so occurrences of this schedule need not be caught up. */
export const runDueReports = ({ runDue }: Pick<ReportRuns, 'runDue'>): Schedule =>
  defineSchedule({
    name: 'alarm-reports.run-due',
    cron: '* * * * *',
    run: ({ db, signal }) => runDue(db, signal),
  });
