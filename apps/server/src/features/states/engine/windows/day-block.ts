import { addTo } from '../../../../platform/history/sum.ts';

/** Totals over values. Null is not counted; booleans count as 0 and 1 in sum, minimum and maximum. */
export interface Totals {
  count: number;
  numericCount: number;
  high: number;
  low: number;
  min: number;
  max: number;
}

export const emptyTotals = (): Totals => ({
  ...{ count: 0, numericCount: 0, high: 0, low: 0 },
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
});

export function addTotals(totals: Totals, other: Totals): void {
  totals.count += other.count;
  totals.numericCount += other.numericCount;
  addTo(totals, other.high, other.low);
  if (other.min < totals.min) totals.min = other.min;
  if (other.max > totals.max) totals.max = other.max;
}

/** Decides which of several points at the same time is kept: that of the latest packet, then of the highest source. */
export interface Origin {
  shard: number;
  seq: number;
  /** 0 live, 1 manual, 2 rederived. */
  source: number;
}

/** `number` is NaN if the value is not numeric; `isNull` is set if there is no value. */
export interface BlockPoint {
  at: number;
  number: number;
  isNull: boolean;
}

interface Points {
  at: number[];
  number: number[];
  isNull: boolean[];
  /** Null if the day was read without origins. */
  origins: Origin[] | null;
}

/** The points of one UTC day with their totals. `points` is null if only the totals are kept. */
export interface DayBlock {
  day: number;
  firstAt: number;
  lastAt: number;
  totals: Totals;
  points: Points | null;
}

export const createBlock = (day: number, hasOrigins: boolean): DayBlock => ({
  ...{ day, firstAt: Number.POSITIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY, totals: emptyTotals() },
  points: { at: [], number: [], isNull: [], origins: hasOrigins ? [] : null },
});

function addPoint(totals: Totals, number: number, isNull: boolean): void {
  if (isNull) return;
  totals.count += 1;
  if (Number.isNaN(number)) return;
  totals.numericCount += 1;
  addTo(totals, number);
  if (number < totals.min) totals.min = number;
  if (number > totals.max) totals.max = number;
}

export function placeOf(at: readonly number[], time: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds in the order of time, not of arrival, so that the same points always give the same floating-point sum. */
function totalsBetween({ at, number, isNull }: Points, from: number, to: number): Totals {
  const totals = emptyTotals();
  const end = placeOf(at, to);
  for (let place = placeOf(at, from); place < end; place += 1) {
    addPoint(totals, number[place] ?? Number.NaN, isNull[place] ?? false);
  }
  return totals;
}

/** Undefined if the points are needed and not in memory. */
export function totalsOf({ firstAt, lastAt, totals, points }: DayBlock, from: number, to: number): Totals | undefined {
  if (firstAt >= from && lastAt < to) return totals;
  return points ? totalsBetween(points, from, to) : undefined;
}

export const beats = (a: Origin, b: Origin) =>
  a.shard !== b.shard ? a.shard > b.shard : a.seq !== b.seq ? a.seq > b.seq : a.source >= b.source;

/** The number that a change removed from a block, and the one that it added; NaN for none. */
export interface NumberChange {
  removed: number;
  added: number;
}

/** `unknown`: the block lacks the points or origins needed to decide, so the day must be read again. */
export function putPoint(
  block: DayBlock,
  { at, number, isNull }: BlockPoint,
  origin: Origin,
): NumberChange | 'same' | 'unknown' {
  const { points, totals } = block;
  const added = isNull ? Number.NaN : number;
  if (at > block.lastAt) {
    block.firstAt = Math.min(block.firstAt, at);
    block.lastAt = at;
    addPoint(totals, number, isNull);
    points?.at.push(at);
    points?.number.push(number);
    points?.isNull.push(isNull);
    points?.origins?.push(origin);
    return { removed: Number.NaN, added };
  }
  if (!points) return 'unknown';
  const place = placeOf(points.at, at);
  let removed = Number.NaN;
  if (points.at[place] === at) {
    const present = points.origins?.[place];
    if (!present || !points.origins) return 'unknown';
    if (!beats(origin, present)) return 'same';
    removed = points.number[place] ?? Number.NaN;
    points.number[place] = number;
    points.isNull[place] = isNull;
    points.origins[place] = origin;
  } else {
    points.at.splice(place, 0, at);
    points.number.splice(place, 0, number);
    points.isNull.splice(place, 0, isNull);
    points.origins?.splice(place, 0, origin);
    block.firstAt = Math.min(block.firstAt, at);
  }
  block.totals = totalsBetween(points, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return { removed, added };
}
