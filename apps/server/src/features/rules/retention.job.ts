import { defineSchedule, type Schedule } from '../../platform/jobs/define-job.ts';
import { dropBudgets, dropExecutions } from './execution.store.ts';

const keptExecutionDays = 90;
const keptBudgetDays = 2;

const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * 86_400_000);

/** Executions are kept for some months, budgets of accounts for some days. */
export const dropOldExecutions: Schedule = defineSchedule({
  name: 'rules.drop-old',
  cron: '52 2 * * *',
  catchUpMs: 86_400_000,
  async run({ db, scheduledAt, signal }) {
    await dropExecutions(db, daysBefore(scheduledAt, keptExecutionDays), signal);
    await dropBudgets(db, daysBefore(scheduledAt, keptBudgetDays));
  },
});
