import { describe, expect, it } from 'vitest';
import { edgesOf } from './buckets.ts';

const zone = 'Europe/Berlin';
const edges = (from: string, to: string, duration: Parameters<typeof edgesOf>[1]) =>
  edgesOf({ from: Date.parse(from), to: Date.parse(to) }, duration, zone).map((edge) => new Date(edge).toISOString());

describe('the edges of buckets', () => {
  it('lie on full hours', () => {
    expect(edges('2026-01-01T10:20:00Z', '2026-01-01T12:00:00Z', 'hour')).toEqual([
      '2026-01-01T10:00:00.000Z',
      '2026-01-01T11:00:00.000Z',
      '2026-01-01T12:00:00.000Z',
    ]);
  });

  it('lie on midnights of the zone, also when clocks change', () => {
    expect(edges('2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z', 'day')).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
    ]);
  });

  it('begin weeks on Mondays and months on the first', () => {
    expect(edges('2026-01-01T00:00:00Z', '2026-01-06T00:00:00Z', 'week')).toEqual([
      '2025-12-28T23:00:00.000Z',
      '2026-01-04T23:00:00.000Z',
      '2026-01-11T23:00:00.000Z',
    ]);
    expect(edges('2026-01-15T00:00:00Z', '2026-01-16T00:00:00Z', 'month')).toEqual([
      '2025-12-31T23:00:00.000Z',
      '2026-01-31T23:00:00.000Z',
    ]);
  });

  it('are not too many', () => {
    expect(edges('2026-01-01T00:00:00Z', '2026-02-11T16:00:00Z', 'hour')).toHaveLength(1_001);
    expect(() => edges('2026-01-01T00:00:00Z', '2026-02-11T16:00:01Z', 'hour')).toThrow('HISTORY_TOO_MANY_BUCKETS');
  });
});
