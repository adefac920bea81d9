/** How a value stands against the rhythm in which new ones are expected. */
export type Freshness = 'fresh' | 'late' | 'stale' | 'never';

export interface FreshnessInput {
  /** When the value was measured; null or undefined: there never was one. */
  measuredAt: string | number | Date | null | undefined;
  /** How often a new value is expected; without it a value cannot be late. */
  expectedEveryMs?: number | undefined;
  /** A value older than this is stale, whatever its rhythm. */
  staleAfterMs?: number | undefined;
  nowMs: number;
}

/** One missed value is ordinary (radio loss); from the second the value fades, after the third it is stale. */
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
