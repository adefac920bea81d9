import { calendarRanges, type DashboardDateRange } from '@stellwerk/contract/dashboard';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveRange, resolveSpan } from './span.ts';

const zone = 'Europe/Berlin';
const resolved = (range: DashboardDateRange, now: string, where = zone) => {
  const { fromMs, toMs } = resolveRange(range, new Date(now), where);
  return [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
};
const calendar = (preset: (typeof calendarRanges)[number]): DashboardDateRange => ({ type: 'calendar', preset });

describe('resolveRange', () => {
  it.each([
    ['today', '2025-10-25T22:00:00.000Z', '2025-10-26T12:00:00.000Z'],
    ['yesterday', '2025-10-24T22:00:00.000Z', '2025-10-25T22:00:00.000Z'],
    ['this-week', '2025-10-19T22:00:00.000Z', '2025-10-26T12:00:00.000Z'],
    ['this-month', '2025-09-30T22:00:00.000Z', '2025-10-26T12:00:00.000Z'],
    ['last-month', '2025-08-31T22:00:00.000Z', '2025-09-30T22:00:00.000Z'],
    ['this-year', '2024-12-31T23:00:00.000Z', '2025-10-26T12:00:00.000Z'],
  ] as const)('begins %s on the clock of the zone', (preset, from, to) => {
    expect(resolved(calendar(preset), '2025-10-26T12:00:00Z')).toEqual([from, to]);
  });

  it('counts relative ranges back from now, not before 1970', () => {
    const range: DashboardDateRange = { type: 'relative', amount: 90, unit: 'm', end: 'now' };
    expect(resolved(range, '2025-10-26T12:00:00Z')).toEqual(['2025-10-26T10:30:00.000Z', '2025-10-26T12:00:00.000Z']);
    expect(resolved({ ...range, amount: 100_000, unit: 'd' }, '2025-10-26T12:00:00Z')[0]).toBe(
      '1970-01-01T00:00:00.000Z',
    );
  });

  it('never ends before it begins, whatever the moment and the zone', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC');
    const moments = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...calendarRanges), zones, moments, (preset, where, at) => {
        const { fromMs, toMs } = resolveRange(calendar(preset), new Date(at), where);
        return fromMs < toMs && toMs <= at + 1;
      }),
    );
  });
});

describe('resolveSpan', () => {
  const now = new Date('2025-10-26T12:00:00Z');
  const range: DashboardDateRange = { type: 'relative', amount: 1, unit: 'h', end: 'now' };

  it('takes what is not given from the dashboard', () => {
    const { fromMs, toMs } = resolveSpan({ dateRangeStart: '2025-10-01T00:00:00Z', zone }, range, now);
    expect([fromMs, toMs]).toEqual([Date.UTC(2025, 9, 1), now.getTime()]);
  });

  it('refuses what is no span', () => {
    const asked = { dateRangeStart: '2025-10-27T00:00:00Z', zone };
    expect(() => resolveSpan(asked, range, now)).toThrow('HISTORY_SPAN_INVALID');
    expect(() => resolveSpan({ ...asked, dateRangeEnd: '2200-01-01T00:00:00Z' }, range, now)).toThrow();
  });
});
