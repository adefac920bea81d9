import type { HistoryDuration } from '@stellwerk/contract/state-history';
import { type WidgetSeries, type WidgetTwinFilter, widgetLimits } from '@stellwerk/contract/widget';
import type { WidgetContext, WidgetSpan, WidgetState } from '@stellwerk/plugin/widget-server';
import { createConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { intervalsIn, leastDuration } from '../../state-history/index.ts';
import { findVisibleNames } from '../dashboard-list.store.ts';
import { createMemo } from './memo.ts';
import { resolveFilter } from './twin-filter.ts';
import {
  countUnplaced,
  findLocatedTwins,
  findStates,
  findStatesOf,
  findTwinIds,
  findTwins,
  type TwinField,
  twinFields,
  type Viewer,
} from './viewer.store.ts';

/** Limits the queries of one request, because other requests need connections, too. */
const parallelQueries = 4;
/** Maximum points of all lines of a chart together; a hundred lines don't need a thousand points each. */
const pointsOfAllLines = 20_000;
const fewestPoints = 200;

interface ContextOptions {
  db: Db;
  history: History;
  actor: Actor;
  accountScopePath: string;
  span: WidgetSpan;
  parameters: ReadonlyMap<string, string>;
  signal: AbortSignal;
}

const seriesOf = (state: WidgetState, points: WidgetSeries['points'], binMs: number | null = null): WidgetSeries => ({
  stateId: state.id,
  dtwinId: state.dtwinId,
  dtwinTitle: state.dtwinTitle,
  stateKey: state.key,
  stateTitle: state.title,
  unit: state.unit,
  valueType: state.valueType,
  points,
  binMs,
});

const idsOf = (states: readonly WidgetState[]) => states.map(({ id }) => id);

/** The number of whole days that never have more intervals than the limit, at any start. */
const daysWithin = (limit: number, interval: HistoryDuration) =>
  Math.floor((limit - 1) / intervalsIn({ from: 0, to: 86_400_000 }, interval));

function pointsOfEach(lineCount: number): number {
  const share = Math.floor(pointsOfAllLines / Math.max(1, lineCount));
  return Math.min(widgetLimits.displayedPoints, Math.max(fewestPoints, share));
}

/** The data source of the widgets of one request: with the caller's permissions, cached, and with limited concurrency. */
export function createWidgetContext(options: ContextOptions): WidgetContext {
  const { db, history, span, parameters, signal } = options;
  const { fromMs: from, toMs: to, zone } = span;
  const viewer: Viewer = options;
  const limit = createConcurrencyLimit(parallelQueries);
  const memo = createMemo();
  const ask = <T>(question: unknown[], work: () => Promise<T>) =>
    memo(JSON.stringify(question), () => limit.run(work, { signal }));

  const filterOf = (filter: WidgetTwinFilter) => resolveFilter(filter, parameters);

  return {
    span,
    parameters,
    signal,

    async twins(given, limit, fields = twinFields) {
      const filter = filterOf(given);
      if (!filter) return { twins: [], total: 0 };
      const wanted: TwinField[] = [...fields].sort();
      return ask(['twins', filter, limit, wanted], async () => {
        const { ids, total } = await findTwinIds(db, viewer, filter, limit);
        return { twins: await findTwins(db, ids, wanted), total };
      });
    },

    async located(given, limit, { fields, keys }) {
      const filter = filterOf(given);
      if (!filter) return { twins: [], total: 0 };
      const wanted: TwinField[] = [...fields].sort();
      return ask(['located', filter, limit, wanted, keys], () =>
        findLocatedTwins(db, viewer, { filter, limit, fields: wanted, keys }),
      );
    },

    async unplaced(given) {
      const filter = filterOf(given);
      return filter ? ask(['unplaced', filter], () => countUnplaced(db, viewer, filter)) : 0;
    },

    states: (twinIds, keys) => ask(['states', twinIds, keys], () => findStatesOf(db, viewer, twinIds, keys)),

    async statesOf(given, keys, limit) {
      const filter = filterOf(given);
      if (!filter || keys.length === 0) return { states: [], total: 0 };
      return ask(['states of', filter, keys, limit], () => findStates(db, viewer, { filter, keys, limit }));
    },

    async lines(states, maxPoints = pointsOfEach(states.length)) {
      const series = idsOf(states);
      const lines = await ask(['lines', series, maxPoints], () => history.lines({ series, from, to, maxPoints }));
      return states.map((state) => {
        const { samples, binMs } = lines.get(state.id) ?? { samples: [] };
        return seriesOf(
          state,
          samples.map(({ at, value }) => [at, value]),
          binMs ?? null,
        );
      });
    },

    async buckets(states, { interval, fn, isFixed = false }) {
      const limit = widgetLimits.points;
      if (intervalsIn({ from, to }, interval) > limit) {
        if (isFixed) fail('WIDGET_SPAN_TOO_LONG', { days: daysWithin(limit, interval) });
        fail('WIDGET_TOO_MANY_POINTS', { limit, interval: leastDuration({ from, to }, limit) });
      }
      const series = idsOf(states);
      const buckets = await ask(['buckets', series, interval, fn], () =>
        history.buckets({ series, from, to, interval, fn, zone }),
      );
      return states.map((state) =>
        seriesOf(
          state,
          (buckets.get(state.id) ?? []).map(({ start, value }) => [start, value]),
        ),
      );
    },

    async summaries(states) {
      const series = idsOf(states);
      const found = await ask(['summaries', series], () => history.summaries({ series, from, to }));
      const timed = (end: { at: number; value: WidgetState['value'] } | null) =>
        end && { atMs: end.at, value: end.value };
      return new Map(
        [...found].map(([id, { median: _, first, last, ...summary }]) => [
          id,
          { ...summary, first: timed(first), last: timed(last) },
        ]),
      );
    },

    dashboard: (id) =>
      ask(['dashboard', id], async () => {
        const name = (await findVisibleNames(db, options.actor, [id])).get(id);
        return name === undefined ? null : { id, name };
      }),
  };
}
