import { describe, expect, it } from 'vitest';
import { freshnessOf } from './freshness.ts';

const now = Date.UTC(2026, 2, 1, 12);
const tenMinutes = 600_000;

describe('freshnessOf', () => {
  const at = (ageMs: number, expectedEveryMs: number | undefined = tenMinutes) =>
    freshnessOf({ measuredAt: now - ageMs, expectedEveryMs, nowMs: now });

  it('is fresh while at most one value is missing', () => {
    expect(at(0)).toBe('fresh');
    expect(at(2 * tenMinutes)).toBe('fresh');
  });

  it('is late from the second missing value and stale after the third', () => {
    expect(at(2 * tenMinutes + 1)).toBe('late');
    expect(at(3 * tenMinutes)).toBe('late');
    expect(at(3 * tenMinutes + 1)).toBe('stale');
  });

  it('never ages without an expected interval', () => {
    expect(freshnessOf({ measuredAt: 0, nowMs: now })).toBe('fresh');
    expect(at(tenMinutes * 1000, 0)).toBe('fresh');
  });

  it('is stale at once after a given time', () => {
    const after = (ageMs: number) => freshnessOf({ measuredAt: now - ageMs, staleAfterMs: tenMinutes, nowMs: now });
    expect(after(tenMinutes)).toBe('fresh');
    expect(after(tenMinutes + 1)).toBe('stale');
  });

  it('distinguishes a missing value from an old one', () => {
    expect(freshnessOf({ measuredAt: null, expectedEveryMs: tenMinutes, nowMs: now })).toBe('never');
    expect(freshnessOf({ measuredAt: 'not a time', expectedEveryMs: tenMinutes, nowMs: now })).toBe('never');
  });

  it('is fresh for a device clock that is ahead', () => {
    expect(at(-tenMinutes)).toBe('fresh');
  });

  it('reads ISO texts', () => {
    const measuredAt = new Date(now - 4 * tenMinutes).toISOString();
    expect(freshnessOf({ measuredAt, expectedEveryMs: tenMinutes, nowMs: now })).toBe('stale');
  });
});
