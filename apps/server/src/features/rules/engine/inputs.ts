import type { Db } from '../../../platform/db/db.ts';
import type { History, HistoryPoint, JsonValue } from '../../../platform/history/history.ts';
import type { MetricPoints } from '../evaluate/index.ts';
import { readNewestValues } from './newest.store.ts';
import type { Due, Timeline } from './timeline.ts';

type Point = readonly [atMs: number, value: JsonValue];

const none: MetricPoints = [];
/** Enough for most windows of some minutes; where it is not, the window is read whole. */
const usualCount = 64;
const seriesAtOnce = 250;

interface Need {
  count: number;
  /** How far back, from the earliest evaluation on. */
  sinceMs: number | null;
}

/** What must be read: newest values, and the past of states. */
function needsOf(dues: readonly Due[], { byState }: Timeline) {
  const newest = new Set<number>();
  const past = new Map<number, Need>();
  const want = (stateId: number, count: number, sinceMs: number | null) => {
    const known = past.get(stateId);
    past.set(stateId, {
      count: Math.max(known?.count ?? 0, count),
      sinceMs: sinceMs === null ? (known?.sinceMs ?? null) : Math.min(known?.sinceMs ?? sinceMs, sinceMs),
    });
  };
  for (const { rule, atMs, upTo } of dues) {
    for (const metric of rule.metrics) {
      const { minutes, count } = metric.need;
      const news = byState.get(metric.stateId);
      const later = news ? news.length - news.filter(({ order }) => order <= upTo).length : 0;
      if (minutes !== null || count > 1) {
        want(
          metric.stateId,
          (Number.isFinite(count) ? count : 0) + later,
          minutes === null ? null : atMs - minutes * 60_000,
        );
      } else if (!news) newest.add(metric.stateId);
      // The newest value of before stands in the history alone: the row has been written over.
      else if (later === news.length) want(metric.stateId, 1 + later, null);
    }
  }
  return { newest, past };
}

const ascending = (points: readonly HistoryPoint[]): Point[] =>
  points.map(({ at, value }): Point => [at, value]).reverse();

/** Set-wise as far as it goes; windows that hold more are read one by one. */
async function readPast(history: History, db: Db, needs: ReadonlyMap<number, Need>): Promise<Map<number, Point[]>> {
  const past = new Map<number, Point[]>();
  const ids = [...needs.keys()];
  for (let at = 0; at < ids.length; at += seriesAtOnce) {
    const part = ids.slice(at, at + seriesAtOnce);
    const countOf = (id: number) => {
      const need = needs.get(id);
      return Math.max(need?.count ?? 1, need?.sinceMs == null ? 1 : usualCount);
    };
    const count = Math.max(...part.map(countOf));
    const found = await history.latest(part, count, db);
    for (const id of part) {
      const points = found.get(id) ?? [];
      const sinceMs = needs.get(id)?.sinceMs ?? null;
      const oldest = points.at(-1)?.at;
      const isCut = points.length >= count && sinceMs !== null && oldest !== undefined && oldest > sinceMs;
      const query = { series: id, from: sinceMs ?? 0, to: Number.MAX_SAFE_INTEGER, limit: 100_000 };
      past.set(id, ascending(isCut ? await history.range({ ...query, order: 'descending' }, db) : points));
    }
  }
  return past;
}

export type InputsOf = (due: Due) => (MetricPoints | null)[];

/** Reads what the evaluations need, all at once, and tells for each of them what it was at its moment. */
export async function readInputs(
  { history, db }: { history: History; db: Db },
  dues: readonly Due[],
  timeline: Timeline,
): Promise<InputsOf> {
  const { newest, past } = needsOf(dues, timeline);
  const newestOf = await readNewestValues(db, [...newest]);
  const pastOf = await readPast(history, db, past);

  function pointsAt(stateId: number, upTo: number, isPastNeeded: boolean): MetricPoints {
    const news = timeline.byState.get(stateId);
    const current = news?.findLast(({ order }) => order <= upTo);
    if (!isPastNeeded) {
      if (current) return [[current.measuredAtMs, current.value]];
      const stored = newestOf.get(stateId);
      if (stored) return [stored];
    }
    const points = pastOf.get(stateId);
    if (!points) return none;
    const later = new Set(news?.filter(({ order }) => order > upTo).map(({ measuredAtMs }) => measuredAtMs));
    return later.size === 0 ? points : points.filter(([at]) => !later.has(at));
  }

  return ({ rule, upTo }) =>
    rule.metrics.map((metric) => {
      if (metric.state === null) return null;
      const { minutes, count } = metric.need;
      return pointsAt(metric.stateId, upTo, minutes !== null || count > 1);
    });
}
