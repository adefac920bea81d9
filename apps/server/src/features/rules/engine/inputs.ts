import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { Db } from '../../../platform/db/db.ts';
import type { History, HistoryPoint } from '../../../platform/history/history.ts';
import type { MetricPoints, Run } from '../evaluate/index.ts';
import { readNewestValues } from './newest.store.ts';
import type { Due, TimedPoint, Timeline } from './timeline.ts';

const none: MetricPoints = [];
/** Enough points for most windows of some minutes; longer windows are read completely. */
const usualCount = 64;
const mostPoints = 100_000;
const seriesAtOnce = 250;

interface Need {
  count: number;
  /** Start of the range, for the earliest evaluation. */
  sinceMs: number | null;
  /** End of the range, for the latest evaluation; later points come from senders whose clock is ahead. */
  untilMs: number;
}

type Metric = Due['rule']['metrics'][number];

const looksBack = ({ need }: Metric) => need.minutes !== null || need.count > 1;

/** The newest known value of a state at a moment of the timeline. */
type NewestAt = (stateId: number, upTo: number) => TimedPoint | null;

/**
 * States without new values have the value of their row; the row of other states may hold a value that arrived later.
 */
async function readNewest(db: Db, dues: readonly Due[], { byState, before }: Timeline): Promise<NewestAt> {
  const wanted = dues.flatMap(({ rule }) => rule.metrics.map(({ stateId }) => stateId));
  const stored = await readNewestValues(
    db,
    [...new Set(wanted)].filter((stateId) => !byState.has(stateId)),
  );
  return (stateId, upTo) => {
    const news = byState.get(stateId);
    if (!news) return stored.get(stateId) ?? null;
    const current = news.findLast(({ order }) => order <= upTo);
    return current ? [current.measuredAtMs, current.value] : (before.get(stateId) ?? null);
  };
}

/**
 * A metric's now is never earlier than the newest value of its state. On arrival that value was within the allowed
 * clock skew: if it lies in the future all the same, the server's clock was set back since, and the value is still the
 * newest.
 */
const nowOf = (newestAt: NewestAt, { stateId }: Metric, { atMs, upTo }: Due): number =>
  Math.max(atMs, newestAt(stateId, upTo)?.[0] ?? atMs);

/** The states whose history must be read, and how much of it. */
function needsOf(dues: readonly Due[], { byState }: Timeline, newestAt: NewestAt): Map<number, Need> {
  const needs = new Map<number, Need>();
  for (const due of dues) {
    for (const metric of due.rule.metrics) {
      if (!looksBack(metric)) continue;
      const { minutes, count } = metric.need;
      const nowMs = nowOf(newestAt, metric, due);
      const later = byState.get(metric.stateId)?.filter(({ order }) => order > due.upTo).length ?? 0;
      const sinceMs = minutes === null ? null : nowMs - minutes * 60_000;
      const known = needs.get(metric.stateId);
      needs.set(metric.stateId, {
        count: Math.max(known?.count ?? 0, (Number.isFinite(count) ? count : 0) + later),
        sinceMs: sinceMs === null ? (known?.sinceMs ?? null) : Math.min(known?.sinceMs ?? sinceMs, sinceMs),
        untilMs: Math.max(known?.untilMs ?? 0, nowMs + maxClockSkewMs),
      });
    }
  }
  return needs;
}

const ascending = (points: readonly HistoryPoint[]): TimedPoint[] =>
  points.map(({ at, value }): TimedPoint => [at, value]).reverse();

/** Reads many series per query; larger windows, and windows hidden behind future points, are read one by one. */
async function readPast(
  history: History,
  db: Db,
  needs: ReadonlyMap<number, Need>,
): Promise<Map<number, TimedPoint[]>> {
  const past = new Map<number, TimedPoint[]>();
  const wanted = [...needs].map(([id, need]) => ({
    ...{ id, ...need },
    least: Math.max(need.count, need.sinceMs === null ? 1 : usualCount),
  }));
  for (let from = 0; from < wanted.length; from += seriesAtOnce) {
    const part = wanted.slice(from, from + seriesAtOnce);
    const count = Math.max(...part.map(({ least }) => least));
    const ids = part.map(({ id }) => id);
    const found = await history.latest(ids, count, db);
    for (const { id, sinceMs, untilMs } of part) {
      const points = found.get(id) ?? [];
      const [newest, oldest] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
      const isCut = points.length >= count && (newest > untilMs || (sinceMs !== null && oldest > sinceMs));
      const span = { from: sinceMs ?? 0, to: untilMs + 1, limit: sinceMs === null ? count : mostPoints };
      const query = { series: id, ...span, order: 'descending' } as const;
      past.set(id, ascending(isCut ? await history.range(query, db) : points));
    }
  }
  return past;
}

export type InputsOf = (due: Due) => Required<Pick<Run, 'inputs' | 'nowMs'>>;

/** Reads the inputs of all evaluations at once, and returns a function that gives each evaluation its inputs. */
export async function readInputs(
  { history, db }: { history: History; db: Db },
  dues: readonly Due[],
  timeline: Timeline,
): Promise<InputsOf> {
  const newestAt = await readNewest(db, dues, timeline);
  const pastOf = await readPast(history, db, needsOf(dues, timeline, newestAt));

  function pointsAt(metric: Metric, upTo: number): MetricPoints {
    if (!looksBack(metric)) {
      const newest = newestAt(metric.stateId, upTo);
      return newest ? [newest] : none;
    }
    const points = pastOf.get(metric.stateId) ?? none;
    const news = timeline.byState.get(metric.stateId);
    const later = new Set(news?.filter(({ order }) => order > upTo).map(({ measuredAtMs }) => measuredAtMs));
    return later.size === 0 ? points : points.filter(([at]) => !later.has(at));
  }

  return (due) => ({
    inputs: due.rule.metrics.map((metric) => (metric.state === null ? null : pointsAt(metric, due.upTo))),
    nowMs: due.rule.metrics.map((metric) => nowOf(newestAt, metric, due)),
  });
}
