import type { History } from '../../platform/history/history.ts';
import { defineSchedule, type Schedule, type ScheduleRun } from '../../platform/jobs/define-job.ts';
import { findDropped, forgetDropped, noteRemoval } from '../states/index.ts';
import { dropPositions } from '../twins/index.ts';
import { findAccountStates, findAccountTwins, findRetentions } from './retention.store.ts';

const pageSize = 2_000;
const everything = Number.MAX_SAFE_INTEGER;

/** The same day some months ago, or the last day of a shorter month. */
function monthsBefore(at: Date, months: number): Date {
  const before = new Date(at);
  before.setUTCMonth(before.getUTCMonth() - months);
  if (before.getUTCDate() !== at.getUTCDate()) before.setUTCDate(0);
  return before;
}

/** Processes ids page by page; an abort takes effect between two pages. */
async function eachPage(
  { signal }: ScheduleRun,
  find: (page: { after: number; limit: number }) => Promise<number[]>,
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const ids = await find({ after, limit: pageSize });
    if (ids.length > 0) await work(ids);
    if (ids.length < pageSize) return;
    after = ids.at(-1) ?? after;
  }
}

/** Deletes values and positions that are older than the retention of their account. */
const dropExpired = (history: History): Schedule =>
  defineSchedule({
    name: 'history.drop-expired',
    cron: '40 2 * * *',
    catchUpMs: 86_400_000,
    async run(run) {
      const { db, scheduledAt } = run;
      for (const { accountId, retentionMonths } of await findRetentions(db)) {
        const before = monthsBefore(scheduledAt, retentionMonths);
        await eachPage(
          run,
          (page) => findAccountStates(db, accountId, page),
          async (ids) => {
            await history.dropBefore(ids, before.getTime());
            await noteRemoval(db, ids, before);
          },
        );
        await eachPage(
          run,
          (page) => findAccountTwins(db, accountId, page),
          (ids) => dropPositions(db, ids, before),
        );
      }
    },
  });

/** Transactions that wrote to a state while it was deleted have finished by then. */
const settledMs = 3_600_000;

const dropDeleted = (history: History): Schedule =>
  defineSchedule({
    name: 'history.drop-deleted',
    cron: '25 * * * *',
    async run({ db, scheduledAt, signal }) {
      const before = new Date(scheduledAt.getTime() - settledMs);
      for (;;) {
        signal.throwIfAborted();
        const series = await findDropped(db, before, pageSize);
        if (series.length === 0) return;
        await history.dropBefore(series, everything);
        await forgetDropped(db, series);
      }
    },
  });

export const retentionSchedules = (history: History): Schedule[] => [dropExpired(history), dropDeleted(history)];
