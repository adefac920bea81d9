import type { MetricOperation } from '@stellwerk/contract/rule';
import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { JsonValue } from '../../../platform/history/history.ts';
import { addTo, totalOf } from '../../../platform/history/sum.ts';
import type { CompiledMetric } from './rule.ts';

/** Points of a metric, oldest first. */
export type MetricPoints = readonly (readonly [atMs: number, value: JsonValue])[];

export const minuteMs = 60_000;

function sumOf(numbers: readonly number[]): number | null {
  const sum = { high: 0, low: 0 };
  for (const number of numbers) addTo(sum, number);
  return totalOf(sum);
}

export const averageOf = (sum: number | null, count: number): number | null => (sum === null ? null : sum / count);

export const middleOf = (lower: number, upper: number): number => (lower === upper ? lower : (lower + upper) / 2);

function medianOf(numbers: readonly number[]): number | null {
  const sorted = Float64Array.from(numbers).sort();
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === undefined || upper === undefined ? null : middleOf(lower, upper);
}

/** The number that numeric operations use; undefined values are skipped. */
const numericOf = (value: JsonValue): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : undefined;

/** Avoids spreading the list into a call, which only takes some ten thousand arguments. */
const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b));
const greatest = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b));

type NumberOperation = Exclude<MetricOperation, 'none' | 'first' | 'latest' | 'count'>;

function operateOnNumbers(operation: NumberOperation, numbers: readonly number[]): number | null {
  const [first] = numbers;
  const last = numbers.at(-1);
  if (first === undefined || last === undefined) return null;
  switch (operation) {
    case 'sum':
      return sumOf(numbers);
    case 'avg':
      return averageOf(sumOf(numbers), numbers.length);
    case 'min':
      return least(numbers);
    case 'max':
      return greatest(numbers);
    case 'median':
      return medianOf(numbers);
    case 'diff':
      return last - first;
  }
}

function operate(operation: MetricOperation, points: MetricPoints): JsonValue {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return operation === 'count' ? 0 : null;
  switch (operation) {
    case 'none':
      return points.map(([, value]) => value);
    case 'first':
      return first[1];
    case 'latest':
      return last[1];
    case 'count':
      return points.length;
    default:
      return operateOnNumbers(
        operation,
        points.flatMap(([, value]) => numericOf(value) ?? []),
      );
  }
}

/** The index of the first point later than this time. */
function placeAfter(points: MetricPoints, atMs: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.[0] ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const hasHistory = ({ historyMinutes, historyCount }: CompiledMetric): boolean =>
  historyMinutes !== null || historyCount !== null;

/** The points that the metric covers, without those of wrong clocks: in the future beyond the allowed skew. */
export function windowOf({ need }: CompiledMetric, points: MetricPoints, nowMs: number): MetricPoints {
  const end = placeAfter(points, nowMs + maxClockSkewMs);
  const since = need.minutes === null ? 0 : placeAfter(points, nowMs - need.minutes * minuteMs);
  return points.slice(Math.max(since, end - need.count), Math.max(since, end));
}

export const metricValue = (metric: CompiledMetric, points: MetricPoints): JsonValue =>
  hasHistory(metric) ? operate(metric.operation, points) : (points.at(-1)?.[1] ?? null);
