import type { Db } from '../db/db.ts';

/** Milliseconds since 1970, UTC. History handles points by the million, so times are plain numbers here. */
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

/** All spans are half-open: `from` belongs to them, `to` does not. */
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
  /** IANA name: buckets begin on its clock. */
  zone: string;
  /** 1 is Monday (the default), 7 is Sunday. */
  firstWeekday?: number;
}

/** `start` is where the bucket begins, also when the query begins later. */
export interface Bucket {
  start: EpochMs;
  value: JsonValue;
}

export interface DownsampleQuery extends Span {
  series: number;
  /** At least 4. */
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
  /** Width of the bins; absent when every point fitted. Neighbours more than two bins apart have a gap between them. */
  binMs?: number;
}

export interface SummaryQuery extends Span {
  series: number;
  /** Costs reading every point of the span. */
  median?: boolean;
}

export interface SummariesQuery extends Span {
  series: readonly number[];
}

export interface ColumnsQuery extends Span {
  series: number;
  /** Of more points than this the newest. */
  limit: number;
}

/** Points by column, ascending in time. */
export interface ValueColumns {
  at: Float64Array;
  /** Booleans are 0 and 1; NaN where the value is neither. */
  number: Float64Array;
  /** Null: all of them are numbers. */
  values: JsonValue[] | null;
}

/** A value with its time. */
export interface TimedValue {
  at: EpochMs;
  value: JsonValue;
}

/** What the values of a span come to. Null is left out, as in buckets. */
export interface Summary {
  count: number;
  /** How many of them are numbers or booleans. */
  numericCount: number;
  sum: number;
  min: number | null;
  max: number | null;
  /** Null unless it was asked for. */
  median: number | null;
  first: TimedValue | null;
  last: TimedValue | null;
}

/**
 * The past of values. Rules that every adapter keeps:
 * - A point is (series, at, shard, seq). Writing it again changes nothing, counts and rollups included.
 * - Of several points of a series at one time the one of the latest packet (shard, then seq) stays; of the same packet
 *   a manual value replaces a live one and a re-derived value replaces both.
 * - Values come in any order and however late, for packed days too.
 * - Bucket functions leave out null. Numbers and booleans (0 and 1) have avg, min, max, sum and median; count, first
 *   and latest take values of every type. A bucket without a value is left out.
 * - Reads that are given the transaction of the caller (read committed) see what it has written so far. Packing waits
 *   for its end, so it should be short.
 */
export interface History {
  /** Takes part in the transaction when `db` is one. A point that can't be stored fails the whole call. */
  write(db: Db, points: readonly HistoryPoint[]): Promise<void>;
  /** The same for many points of days that lie behind, which are packed at once. */
  writePacked(db: Db, points: readonly HistoryPoint[]): Promise<void>;
  range(query: RangeQuery, db?: Db): Promise<HistoryPoint[]>;
  /** The values of a span without where they came from: for reading a million of them, where `range` would take its time. */
  columns(query: ColumnsQuery, db?: Db): Promise<ValueColumns>;
  /** The newest `count` points of each series, newest first. A series without points has no entry. */
  latest(series: readonly number[], count: number, db?: Db): Promise<Map<number, HistoryPoint[]>>;
  /** A series without buckets has no entry. */
  buckets(query: BucketQuery, db?: Db): Promise<Map<number, Bucket[]>>;
  /**
   * At most `maxPoints` numbers (booleans as 0 and 1) that draw the same line: least and greatest of each bin, the first
   * and last, and both sides of every gap that is wider than two bins. Where bins are longer than an hour and values came
   * every few minutes, the times of least and greatest are true to the hour.
   */
  downsample(query: DownsampleQuery, db?: Db): Promise<Downsampled>;
  /** The same for many series at once; one without numbers has no entry. */
  lines(query: LinesQuery, db?: Db): Promise<Map<number, Downsampled>>;
  summarise(query: SummaryQuery, db?: Db): Promise<Summary>;
  /** The same for many series at once, without medians; one without values has no entry. */
  summaries(query: SummariesQuery, db?: Db): Promise<Map<number, Summary>>;
  /** Closes and packs the UTC day that `day` lies in. May be killed and run again at any point, and run again later. */
  pack(day: EpochMs): Promise<void>;
  /** UTC days (their first instant, oldest first) that ended at or before `before` and hold values to be packed. */
  daysToPack(before: EpochMs): Promise<EpochMs[]>;
  /**
   * Removes the UTC days of these series that ended at or before `before`. Retention differs by account, so the caller
   * hands in the series of one account, some thousand at a time. Waits while a day is being packed.
   */
  dropBefore(series: readonly number[], before: EpochMs): Promise<void>;
  /** Prepares the storage for today and the next days; to be called at the start and daily. */
  ensurePartitions(now: EpochMs): Promise<void>;
}
