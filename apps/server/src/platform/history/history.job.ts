import { defineSchedule, type Schedule } from '../jobs/define-job.ts';
import type { History } from './history.ts';

/** Runs several times a day and prepares days in advance, so that a single failure does no harm. */
const prepareDays = (history: History): Schedule =>
  defineSchedule({
    name: 'history.prepare-days',
    cron: '5 */6 * * *',
    catchUpMs: 86_400_000,
    run: ({ scheduledAt }) => history.ensurePartitions(scheduledAt.getTime()),
  });

/** Runs an hour after midnight, when most late values have arrived; the rest is packed a day later. */
const packClosedDays = (history: History): Schedule =>
  defineSchedule({
    name: 'history.pack',
    cron: '10 1 * * *',
    catchUpMs: 86_400_000,
    async run({ scheduledAt, signal, log }) {
      const failures: unknown[] = [];
      for (const day of await history.daysToPack(scheduledAt.getTime())) {
        signal.throwIfAborted();
        // A day that cannot be packed must not keep the others open.
        await history.pack(day).catch((error: unknown) => {
          log.error({ err: error, day: new Date(day).toISOString() }, 'a day of history could not be packed');
          failures.push(error);
        });
      }
      if (failures.length > 0) throw new AggregateError(failures, 'some days of history could not be packed');
    },
  });

export const historySchedules = (history: History): Schedule[] => [prepareDays(history), packClosedDays(history)];
