import { earliestValueAt } from '@stellwerk/contract/state';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { History } from '../../../platform/history/history.ts';

/** Series whose values are counted one by one; the others are assumed to have as many on average. */
const countedSeries = 200;

export interface CountedValues {
  valuesOf(stateId: number): number;
  isEstimate: boolean;
}

export type ValueCounts = (db: Db, stateIds: readonly number[]) => Promise<CountedValues>;

/** Counts the stored values of states, so that people see how much a change would delete. */
export const createValueCounts =
  ({ history, clock }: { history: Pick<History, 'summaries'>; clock: Clock }): ValueCounts =>
  async (db, stateIds) => {
    const series = stateIds.slice(0, countedSeries);
    if (series.length === 0) return { valuesOf: () => 0, isEstimate: false };
    // A device with a wrong clock may have sent values of the future.
    const span = { from: earliestValueAt, to: clock.now().getTime() + 86_400_000 };
    const summaries = await history.summaries({ series, ...span }, db);
    const total = [...summaries.values()].reduce((sum, { count }) => sum + count, 0);
    const average = Math.round(total / series.length);
    const counted = new Set(series);
    return {
      valuesOf: (id) => (counted.has(id) ? (summaries.get(id)?.count ?? 0) : average),
      isEstimate: stateIds.length > countedSeries,
    };
  };
