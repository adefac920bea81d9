import type { EpochMs, History, JsonValue, ValueColumns } from '../../../../platform/history/history.ts';
import { minuteMs } from '../metric.ts';
import type { CompiledMetric } from '../rule.ts';

/** The values of one state within the span, preceded by those that the first evaluations look back on. */
export interface Series extends ValueColumns {
  /** Index of the first value within the span. */
  first: number;
}

interface LoadedSeries {
  byState: ReadonlyMap<number, Series>;
  /** Later than requested if there are too many points. */
  fromMs: EpochMs;
  points: number;
}

interface LoadOptions {
  history: Pick<History, 'columns'>;
  metrics: readonly CompiledMetric[];
  from: EpochMs;
  to: EpochMs;
  /** Maximum number of points, not counting those before the span. */
  limit: number;
}

export const valueAt = ({ number, values }: ValueColumns, place: number): JsonValue =>
  (values ? values[place] : number[place]) ?? null;

/** The first index at or after this time. */
export function placeOf(at: Float64Array, atMs: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

const sliceOf = ({ at, number, values }: ValueColumns, from: number): ValueColumns => ({
  at: at.subarray(from),
  number: number.subarray(from),
  values: values?.slice(from) ?? null,
});

function joined(a: ValueColumns, b: ValueColumns): ValueColumns {
  if (a.at.length === 0) return b;
  const join = (left: Float64Array, right: Float64Array) => {
    const both = new Float64Array(left.length + right.length);
    both.set(left);
    both.set(right, left.length);
    return both;
  };
  const isPlain = a.values === null && b.values === null;
  const listOf = ({ values, number }: ValueColumns): readonly JsonValue[] => values ?? Array.from(number);
  return {
    at: join(a.at, b.at),
    number: join(a.number, b.number),
    values: isPlain ? null : [...listOf(a), ...listOf(b)],
  };
}

/** The earliest time since which the number of points is within the limit. */
function cutAt(all: Iterable<ValueColumns>, from: EpochMs, to: EpochMs, limit: number): EpochMs {
  const columns = [...all];
  const countSince = (atMs: number) => columns.reduce((sum, { at }) => sum + at.length - placeOf(at, atMs), 0);
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (countSince(middle) <= limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The values before the span that the metrics of a state need. */
async function readBefore(
  { history, limit }: LoadOptions,
  stateId: number,
  metrics: readonly CompiledMetric[],
  fromMs: EpochMs,
): Promise<ValueColumns> {
  const minutes = Math.max(0, ...metrics.map(({ need }) => need.minutes ?? 0));
  const count = Math.max(0, ...metrics.map(({ need }) => (need.minutes === null ? need.count : 0)));
  const query = { series: stateId, to: fromMs };
  const since = await history.columns({ ...query, from: fromMs - minutes * minuteMs, limit: minutes > 0 ? limit : 0 });
  if (since.at.length >= count) return since;
  return history.columns({ ...query, from: 0, limit: count });
}

export async function loadSeries(options: LoadOptions): Promise<LoadedSeries> {
  const { history, metrics, from, to, limit } = options;
  const byState = Map.groupBy(
    metrics.filter(({ state }) => state !== null),
    ({ stateId }) => stateId,
  );
  let fromMs = from;
  const spans = new Map<number, ValueColumns>();
  for (const stateId of byState.keys()) {
    spans.set(stateId, await history.columns({ series: stateId, from: fromMs, to, limit: limit + 1 }));
    fromMs = cutAt(spans.values(), fromMs, to, limit);
  }
  const loaded = new Map<number, Series>();
  let points = 0;
  for (const [stateId, own] of byState) {
    const columns = spans.get(stateId) ?? { at: new Float64Array(), number: new Float64Array(), values: null };
    const span = sliceOf(columns, placeOf(columns.at, fromMs));
    const before = await readBefore(options, stateId, own, fromMs);
    points += span.at.length;
    loaded.set(stateId, { ...joined(before, span), first: before.at.length });
  }
  return { byState: loaded, fromMs, points };
}
