import {
  type HistoryDuration,
  type HistoryMethod,
  type HistorySeries,
  maxChartPoints,
  type searchAggregated,
  type searchHistory,
  type searchSeries,
} from '@stellwerk/contract/state-history';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Bucket, BucketQuery, History, Span } from '../../platform/history/history.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { seriesForChart } from './chart-series.ts';
import { intervalsIn } from './interval.ts';
import { type FoundSeries, findSeries } from './series.store.ts';
import { endOfTime, spanOf } from './span.ts';

/** Default time zone, because accounts have no setting for it yet. */
export const defaultZone = 'Europe/Berlin';

function requireFewBuckets(span: Span, duration: HistoryDuration): void {
  if (intervalsIn(span, duration) > maxChartPoints) fail('HISTORY_TOO_MANY_BUCKETS', { limit: maxChartPoints });
}

const describe = ({ stateId, key, title, unit, dtwinId, dtwinTitle }: FoundSeries) => ({
  stateId,
  key,
  title,
  unit,
  dtwinId,
  dtwinTitle,
});

export function createStateHistoryService({ history, clock }: { history: History; clock: Clock }) {
  /** The same buckets with another aggregate function, by their start. */
  async function bucketValues(query: Omit<BucketQuery, 'fn'>, fn: HistoryMethod) {
    const answer = await history.buckets({ ...query, fn });
    const valuesOf = (buckets: Bucket[] = []) => new Map(buckets.map(({ start, value }) => [start, value]));
    return (series: number) => valuesOf(answer.get(series));
  }

  return {
    async search(_ctx: Ctx, query: z.output<typeof searchHistory.query>) {
      const { stateId, limit, order } = query;
      const from = query.startDate === undefined ? 0 : Date.parse(query.startDate);
      const to = query.endDate === undefined ? endOfTime : Date.parse(query.endDate);
      const found = await history.range({ series: stateId, from, to, limit: limit + 1, order });
      const points = found.slice(0, limit).map(({ at, value, source }) => ({
        timestamp: new Date(at).toISOString(),
        value,
        origin: source,
      }));
      return { points, hasMore: found.length > limit };
    },

    async series(ctx: Ctx, query: z.output<typeof searchSeries.query>): Promise<{ series: HistorySeries[] }> {
      const span = spanOf(query, clock.now());
      const series: HistorySeries[] = [];
      for (const state of await findSeries(ctx.db, query.stateIds)) {
        const line = await seriesForChart(history, { ...state, ...span, maxPoints: query.maxPoints });
        series.push({ ...describe(state), ...line });
      }
      return { series };
    },

    async aggregated(ctx: Ctx, query: z.output<typeof searchAggregated.query>) {
      const { duration, method, firstWeekday, zone = defaultZone } = query;
      const span = spanOf(query, clock.now());
      requireFewBuckets(span, duration);
      const states = await findSeries(ctx.db, query.stateIds);
      const buckets = { series: states.map(({ stateId }) => stateId), ...span, interval: duration, zone, firstWeekday };
      const main = await bucketValues(buckets, method);
      const extras = (['min', 'max', 'latest'] as const).filter((name) => query[name]);
      const added = new Map<(typeof extras)[number], typeof main>();
      for (const name of extras) added.set(name, await bucketValues(buckets, name));
      const series = [];
      for (const state of states) {
        const others = [...added].map(([name, read]) => ({ name, values: read(state.stateId) }));
        const wire = [...main(state.stateId)].map(([start, value]) => ({
          start: new Date(start).toISOString(),
          value,
          ...Object.fromEntries(others.map(({ name, values }) => [name, values.get(start) ?? null])),
        }));
        const raw = query.rawData ? { raw: (await seriesForChart(history, { ...state, ...span })).points } : {};
        series.push({ ...describe(state), buckets: wire, ...raw });
      }
      return { zone, series };
    },
  };
}
export type StateHistoryService = ReturnType<typeof createStateHistoryService>;
