import type { Db } from '../db/db.ts';

/** Milliseconds since 1970, UTC. History handles millions of points, so times are plain numbers here. */
export type EpochMs = number;

export type JsonValue = number | string | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type HistorySource = 'live' | 'manual' | 'rederived';

/** One update of one series (the id of a data state). The packet it came from is (shard, seq). */
export interface HistoryPoint {
  series: number;
  at: EpochMs;
  shard: number;
  seq: number;
  value: JsonValue;
  source: HistorySource;
}

export const bucketIntervals = ['5m', '15m', '1h', '6h', '1d', '1w', '1mo'] as const;
export type BucketInterval = (typeof bucketIntervals)[number];

export const bucketFunctions = ['avg', 'min', 'max', 'sum', 'median', 'count', 'first', 'latest'] as const;
export type BucketFunction = (typeof bucketFunctions)[number];

/** All spans are half-open: they include `from` and exclude `to`. */
export interface Span {
  from: EpochMs;
  to: EpochMs;
}

export interface RangeQuery extends Span {
  series: number;
  limit: number;
  order: 'ascending' | 'descending';
}

export interface BucketQuery extends Span {
  series: readonly number[];
  interval: BucketInterval;
  fn: BucketFunction;
  /** IANA time zone; buckets begin on its local clock. */
  zone: string;
  /** 1 is Monday (the default), 7 is Sunday. */
  firstWeekday?: number;
}

/** `start` is the beginning of the bucket, even if the query begins later. */
export interface Bucket {
  start: EpochMs;
  value: JsonValue;
}

interface DownsampleQuery extends Span {
  series: number;
  /** Maximum of returned points; at least 4. */
  maxPoints: number;
}

export interface LinesQuery extends Span {
  series: readonly number[];
  maxPoints: number;
}

export interface Sample {
  at: EpochMs;
  value: number;
}

export interface Downsampled {
  samples: Sample[];
  /** Width of the bins; absent if all points fitted. Neighbours more than two bins apart have a gap between them. */
  binMs?: number;
}

export interface SummaryQuery extends Span {
  series: number;
  /** Requires reading every point of the span. */
  median?: boolean;
}

export interface SummariesQuery extends Span {
  series: readonly number[];
}

export interface ColumnsQuery extends Span {
  series: number;
  /** If the span has more points than this, only the newest are returned. */
  limit: number;
}

export interface ValueColumns {
  at: Float64Array;
  /** Booleans are 0 and 1; NaN for values that are neither numbers nor booleans. */
  number: Float64Array;
  /** Null if all values are numbers. */
  values: JsonValue[] | null;
}

export interface TimedValue {
  at: EpochMs;
  value: JsonValue;
}

/** Statistics over the values of a span. Null values are ignored, as in buckets. */
export interface Summary {
  count: number;
  /** Number of values that are numbers or booleans. */
  numericCount: number;
  sum: number;
  min: number | null;
  max: number | null;
  /** Null unless requested. */
  median: number | null;
  first: TimedValue | null;
  last: TimedValue | null;
}

/**
 * The stored past values of series. Rules for every adapter:
 * - A point is (series, at, shard, seq). Writing it again changes nothing, including counts and rollups.
 * - Of several points of a series at the same time, the one of the latest packet (shard, then seq) wins; within a
 *   packet a manual value replaces a live one and a re-derived value replaces both.
 * - Values may arrive in any order and however late, even for packed days.
 * - Bucket functions ignore null. Numbers and booleans (0 and 1) have avg, min, max, sum and median; count, first
 *   and latest accept values of every type. Buckets without a value are omitted.
 * - Reads in the caller's transaction (read committed) see its own uncommitted writes. Packing waits for its end, so
 *   the transaction should be short.
 */
export interface History {
  /** Takes part in the transaction if `db` is one. A point that cannot be stored fails the whole call. */
  write(db: Db, points: readonly HistoryPoint[]): Promise<void>;
  /** Like `write`, for many points of past days, which are packed at once. */
  writePacked(db: Db, points: readonly HistoryPoint[]): Promise<void>;
  range(query: RangeQuery, db?: Db): Promise<HistoryPoint[]>;
  /** Reads the values of a span without their origin: for a million values, where `range` would be too slow. */
  columns(query: ColumnsQuery, db?: Db): Promise<ValueColumns>;
  /** The newest `count` points of each series, newest first. Series without points have no entry. */
  latest(series: readonly number[], count: number, db?: Db): Promise<Map<number, HistoryPoint[]>>;
  /** Series without buckets have no entry. */
  buckets(query: BucketQuery, db?: Db): Promise<Map<number, Bucket[]>>;
  /**
   * Returns at most `maxPoints` numbers (booleans as 0 and 1) that render the same line: minimum and maximum of each
   * bin, the first and last, and both sides of every gap wider than two bins. If bins are longer than an hour and
   * values came every few minutes, the times of minimum and maximum are accurate to the hour.
   */
  downsample(query: DownsampleQuery, db?: Db): Promise<Downsampled>;
  /** Like `downsample`, for many series at once; series without numbers have no entry. */
  lines(query: LinesQuery, db?: Db): Promise<Map<number, Downsampled>>;
  summarise(query: SummaryQuery, db?: Db): Promise<Summary>;
  /** Like `summarise`, for many series at once and without medians; series without values have no entry. */
  summaries(query: SummariesQuery, db?: Db): Promise<Map<number, Summary>>;
  /** Closes and packs the UTC day that contains `day`. Safe to kill at any point and to run again. */
  pack(day: EpochMs): Promise<void>;
  /** UTC days (their first instant, oldest first) that ended at or before `before` and hold unpacked values. */
  daysToPack(before: EpochMs): Promise<EpochMs[]>;
  /**
   * Removes the UTC days of these series that ended at or before `before`. Retention differs by account, so the caller
   * passes the series of one account, a few thousand at a time. Waits while a day is being packed.
   */
  dropBefore(series: readonly number[], before: EpochMs): Promise<void>;
  /** Prepares the storage for today and the next days; must be called at the start and daily. */
  ensurePartitions(now: EpochMs): Promise<void>;
}
