import type { JsonValue } from '../../../../platform/history/history.ts';
import { hasHistory, minuteMs } from '../metric.ts';
import type { CompiledMetric } from '../rule.ts';
import { type Series, valueAt } from './series.ts';
import { type Sliding, slidingExtreme, slidingMedian, slidingSum } from './sliding.ts';

/** A metric that advances through the past. */
export interface Cursor {
  metric: CompiledMetric;
  series: Series;
  /** Range of the points in the current window: index of the first point, and index behind the last. */
  from: number;
  to: number;
  /** The value is the list of points, which is only built on request. */
  isList: boolean;
  advance(atMs: number): void;
  value(): JsonValue;
  /** The list of points of any range that the cursor has passed. */
  listOf(from: number, to: number): JsonValue;
}

/** The numeric values, and for each index how many of them come before it. */
function numbersOf({ number, values }: Series): { numbers: Float64Array; before: Int32Array | null } {
  if (!values) return { numbers: number, before: null };
  const before = new Int32Array(number.length + 1);
  for (const [place, each] of number.entries()) {
    before[place + 1] = (before[place] ?? 0) + (Number.isNaN(each) ? 0 : 1);
  }
  return { numbers: number.filter((each) => !Number.isNaN(each)), before };
}

function slidingOf({ operation }: CompiledMetric, numbers: Float64Array): Sliding | null {
  switch (operation) {
    case 'sum':
    case 'avg':
      return slidingSum(numbers, operation === 'avg');
    case 'min':
    case 'max':
      return slidingExtreme(numbers, operation === 'max');
    case 'median':
      return slidingMedian(numbers);
    default:
      return null;
  }
}

/** Gives the same result as `metricValue`, without visiting all points of the window each time. */
export function createCursor(metric: CompiledMetric, series: Series): Cursor {
  const { at } = series;
  const { need, operation } = metric;
  const reachMs = need.minutes === null ? Number.POSITIVE_INFINITY : need.minutes * minuteMs;
  const isOperated = hasHistory(metric);
  const isNumeric = isOperated && !['none', 'first', 'latest', 'count'].includes(operation);
  const { numbers, before } = isNumeric ? numbersOf(series) : { numbers: new Float64Array(), before: null };
  const sliding = isNumeric ? slidingOf(metric, numbers) : null;
  const placeIn = (place: number) => (before ? (before[place] ?? 0) : place);

  function numericValue(from: number, to: number): number | null {
    const [first, end] = [placeIn(from), placeIn(to)];
    if (first === end) return null;
    if (sliding) return sliding.value();
    return (numbers[end - 1] ?? 0) - (numbers[first] ?? 0);
  }

  function listOf(from: number, to: number): JsonValue {
    if (from === to) return null;
    return series.values ? series.values.slice(from, to) : Array.from(series.number.subarray(from, to));
  }

  const nothing = isOperated && operation === 'count' ? 0 : null;
  let value: JsonValue = nothing;
  const cursor: Cursor = {
    metric,
    series,
    from: 0,
    to: 0,
    isList: isOperated && operation === 'none',
    listOf,
    advance(atMs) {
      let { from, to } = cursor;
      while (to < at.length && (at[to] ?? 0) <= atMs) to += 1;
      from = Math.max(from, to - need.count);
      const sinceMs = atMs - reachMs;
      while (from < to && (at[from] ?? 0) <= sinceMs) from += 1;
      // Unchanged window: most evaluations are triggered by another metric.
      if (from === cursor.from && to === cursor.to) return;
      cursor.from = from;
      cursor.to = to;
      sliding?.moveTo(placeIn(from), placeIn(to));
      if (!cursor.isList) value = valueNow();
    },
    value: () => (cursor.isList ? listOf(cursor.from, cursor.to) : value),
  };

  function valueNow(): JsonValue {
    const { from, to } = cursor;
    if (from === to) return nothing;
    if (!isOperated || operation === 'latest') return valueAt(series, to - 1);
    if (operation === 'first') return valueAt(series, from);
    return operation === 'count' ? to - from : numericValue(from, to);
  }
  return cursor;
}
