import { dayMs, hourMs, jsonOf, type Values } from './columns.ts';
import { bucketAt, type Grid } from './grid.ts';
import type { BucketFunction, EpochMs, JsonValue, Span } from './history.ts';
import type { Hours } from './rollup.ts';

/** Intermediate statistics of one bucket. Partials of the same bucket can be added in any order. */
export interface Partial {
  count: number;
  /** Number of values that are numbers or booleans. */
  numbers: number;
  sum: number;
  min: number;
  max: number;
  firstAt: EpochMs;
  first: JsonValue;
  lastAt: EpochMs;
  last: JsonValue;
}

export type Partials = Map<EpochMs, Partial>;

function partialOf(partials: Partials, start: EpochMs): Partial {
  const found = partials.get(start);
  if (found) return found;
  const created: Partial = {
    count: 0,
    numbers: 0,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    firstAt: Number.POSITIVE_INFINITY,
    first: null,
    lastAt: Number.NEGATIVE_INFINITY,
    last: null,
  };
  partials.set(start, created);
  return created;
}

function addEnds(partial: Partial, at: EpochMs, first: JsonValue, lastAt: EpochMs, last: JsonValue): void {
  if (at < partial.firstAt) {
    partial.firstAt = at;
    partial.first = first;
  }
  if (lastAt > partial.lastAt) {
    partial.lastAt = lastAt;
    partial.last = last;
  }
}

function addNumbers(partial: Partial, numbers: number, sum: number, min: number, max: number): void {
  partial.numbers += numbers;
  partial.sum += sum;
  partial.min = Math.min(partial.min, min);
  partial.max = Math.max(partial.max, max);
}

export function addPartials(partials: Partials, others: Partials): void {
  for (const [start, other] of others) {
    const partial = partialOf(partials, start);
    partial.count += other.count;
    addNumbers(partial, other.numbers, other.sum, other.min, other.max);
    addEnds(partial, other.firstAt, other.first, other.lastAt, other.last);
  }
}

/** Adds the hours that lie in the span; the caller ensures that the span cuts no hour. */
export function addHours(partials: Partials, day: number, hours: Hours, grid: Grid, { from, to }: Span): void {
  let partial: Partial | undefined;
  let end = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < hours.hour.length; index += 1) {
    const at = day * dayMs + (hours.hour[index] ?? 0) * hourMs;
    if (at < from || at >= to) continue;
    if (!partial || at >= end) {
      const bucket = bucketAt(grid, at);
      end = bucket.end;
      partial = partialOf(partials, bucket.start);
    }
    const count = hours.count[index] ?? 0;
    partial.count += count;
    addNumbers(partial, count, hours.sum[index] ?? 0, hours.min[index] ?? 0, hours.max[index] ?? 0);
    addEnds(partial, at, hours.first[index] ?? 0, at + hourMs - 1, hours.last[index] ?? 0);
  }
}

/** Adds points from index `low` up to, but not including, `high`. */
export function addValues(partials: Partials, values: Values, grid: Grid, low: number, high: number): void {
  const { at, kind, number, text } = values;
  const valueAt = (index: number) => jsonOf(kind[index] ?? 'z', number[index] ?? 0, text[index]);
  for (let index = low; index < high; ) {
    const { start, end } = bucketAt(grid, at[index] ?? 0);
    const partial = partialOf(partials, start);
    let first = -1;
    let last = -1;
    for (; index < high && (at[index] ?? 0) < end; index += 1) {
      if (kind[index] === 'z') continue;
      if (first < 0) first = index;
      last = index;
      partial.count += 1;
      const value = number[index] ?? Number.NaN;
      if (!Number.isNaN(value)) addNumbers(partial, 1, value, value, value);
    }
    if (first >= 0) addEnds(partial, at[first] ?? 0, valueAt(first), at[last] ?? 0, valueAt(last));
  }
}

/** The result of a function, or undefined if the bucket holds no value that the function accepts. */
export function resultOf(partial: Partial, fn: Exclude<BucketFunction, 'median'>): JsonValue | undefined {
  if (fn === 'count') return partial.count > 0 ? partial.count : undefined;
  if (fn === 'first' || fn === 'latest')
    return partial.count > 0 ? (fn === 'first' ? partial.first : partial.last) : undefined;
  if (partial.numbers === 0) return undefined;
  return fn === 'avg' ? partial.sum / partial.numbers : partial[fn];
}

export function medianOf(values: number[]): number {
  const sorted = new Float64Array(values).sort();
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
