/** The age of a value compared with the interval in which new ones are expected. */
export type Freshness = 'fresh' | 'late' | 'stale' | 'never';

export interface FreshnessInput {
  /** When the value was measured; null or undefined: never. */
  measuredAt: string | number | Date | null | undefined;
  /** The expected interval of new values; without it a value cannot be late. */
  expectedEveryMs?: number | undefined;
  /** A value older than this is stale, independent of its interval. */
  staleAfterMs?: number | undefined;
  nowMs: number;
}

/** One missed value is normal (radio loss); from the second the value fades, after the third it is stale. */
const lateFactor = 2;
const staleFactor = 3;

export function toMs(time: string | number | Date): number {
  return typeof time === 'number' ? time : new Date(time).getTime();
}

export function freshnessOf({ measuredAt, expectedEveryMs, staleAfterMs, nowMs }: FreshnessInput): Freshness {
  if (measuredAt === null || measuredAt === undefined) return 'never';
  const measuredMs = toMs(measuredAt);
  if (Number.isNaN(measuredMs)) return 'never';
  const ageMs = nowMs - measuredMs;
  if (staleAfterMs !== undefined && ageMs > staleAfterMs) return 'stale';
  if (expectedEveryMs === undefined || expectedEveryMs <= 0) return 'fresh';
  if (ageMs > expectedEveryMs * staleFactor) return 'stale';
  return ageMs > expectedEveryMs * lateFactor ? 'late' : 'fresh';
}
