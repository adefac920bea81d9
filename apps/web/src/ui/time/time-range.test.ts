import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CalendarPreset,
  calendarPresets,
  relativePresets,
  resolveTimeRange,
  type TimeRangeValue,
  timeRangeFromText,
  timeRangeToText,
} from './time-range.ts';

const hourMs = 3_600_000;
const berlin = 'Europe/Berlin';

function resolve(preset: CalendarPreset, now: string, zone = berlin) {
  const { fromMs, toMs } = resolveTimeRange({ kind: 'calendar', preset }, Date.parse(now), zone);
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), hours: (toMs - fromMs) / hourMs };
}

describe('the text of a range', () => {
  const absolute = fc
    .tuple(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 1e11 }))
    .map(([fromMs, lengthMs]): TimeRangeValue => ({ kind: 'absolute', fromMs, toMs: fromMs + lengthMs }));
  const preset = fc.constantFrom(
    ...relativePresets,
    ...calendarPresets.map((name) => ({ kind: 'calendar' as const, preset: name })),
  );

  it('reads every range it wrote', () => {
    fc.assert(
      fc.property(fc.oneof(absolute, preset), (value) => {
        expect(timeRangeFromText(timeRangeToText(value))).toEqual(value);
      }),
    );
  });

  it.each(['', 'soon', '0h', '-5m', '7w', '999999d', '2026-01-02..2026-01-01', '2026-01-01..', 'a..b..c', 7, null])(
    'refuses %s',
    (text) => {
      expect(timeRangeFromText(text)).toBeUndefined();
    },
  );
});

describe('relative ranges', () => {
  it('end now and are exact, also across a clock change', () => {
    const nowMs = Date.parse('2026-03-29T12:00:00Z');
    expect(resolveTimeRange({ kind: 'relative', amount: 24, unit: 'h' }, nowMs, berlin)).toEqual({
      fromMs: nowMs - 24 * hourMs,
      toMs: nowMs,
    });
  });
});

describe('calendar ranges', () => {
  it('begin at midnight of the time zone, not of UTC', () => {
    expect(resolve('today', '2026-01-15T23:30:00Z').from).toBe('2026-01-15T23:00:00.000Z');
    expect(resolve('today', '2026-01-15T22:30:00Z').from).toBe('2026-01-14T23:00:00.000Z');
  });

  it('give the day of a clock change 23 or 25 hours', () => {
    expect(resolve('yesterday', '2026-03-30T10:00:00Z').hours).toBe(23);
    expect(resolve('yesterday', '2026-10-26T10:00:00Z').hours).toBe(25);
    expect(resolve('yesterday', '2026-06-01T10:00:00Z').hours).toBe(24);
  });

  it('begin weeks on Monday, also over the turn of a year', () => {
    expect(resolve('this-week', '2026-01-01T12:00:00Z').from).toBe('2025-12-28T23:00:00.000Z');
    expect(resolve('this-week', '2026-01-04T12:00:00Z').from).toBe('2025-12-28T23:00:00.000Z');
  });

  it('include the whole last month', () => {
    const january = resolve('last-month', '2026-02-10T12:00:00Z');
    expect(january).toMatchObject({ from: '2025-12-31T23:00:00.000Z', to: '2026-01-31T23:00:00.000Z' });
    expect(resolve('last-month', '2026-01-10T12:00:00Z').from).toBe('2025-11-30T23:00:00.000Z');
  });

  it('begin the year with its first day', () => {
    expect(resolve('this-year', '2026-07-01T00:00:00Z').from).toBe('2025-12-31T23:00:00.000Z');
  });
});
