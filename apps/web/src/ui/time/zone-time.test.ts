import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dateIn,
  endOfDate,
  instantOf,
  lastDateBefore,
  localTime,
  startOfDayMs,
  startOfMonth,
  startOfWeek,
  startOfYear,
} from './zone-time.ts';

const berlin = 'Europe/Berlin';
const hourMs = 3_600_000;
const iso = (atMs: number) => new Date(atMs).toISOString();

describe('dateIn', () => {
  it('is the date in the zone, not in UTC', () => {
    expect(dateIn(Date.parse('2026-01-15T22:59:59.999Z'), berlin)).toBe('2026-01-15');
    expect(dateIn(Date.parse('2026-01-15T23:00:00Z'), berlin)).toBe('2026-01-16');
    expect(dateIn(Date.parse('2026-01-15T23:00:00Z'), 'America/St_Johns')).toBe('2026-01-15');
  });
});

describe('startOfDayMs', () => {
  it('gives the days of a clock change 23 and 25 hours', () => {
    const hoursOf = (date: string) => (startOfDayMs(addDays(date, 1), berlin) - startOfDayMs(date, berlin)) / hourMs;
    expect(['2026-03-28', '2026-03-29', '2026-10-25'].map(hoursOf)).toEqual([24, 23, 25]);
  });

  it('is the clock change where 00:00 is skipped', () => {
    // In Cairo the clock jumps from 00:00 to 01:00 on the last Friday of April.
    expect(iso(startOfDayMs('2025-04-25', 'Africa/Cairo'))).toBe('2025-04-24T22:00:00.000Z');
  });

  it('is the first of two midnights where the clock is put back to the day before', () => {
    // In Havana the clock is put back from 01:00 to 00:00 on the first Sunday of November.
    expect(iso(startOfDayMs('2025-11-02', 'America/Havana'))).toBe('2025-11-02T04:00:00.000Z');
  });

  it('belongs to its day, the instant before does not, and the server calculates the same', () => {
    const zones = [
      berlin,
      'America/Sao_Paulo',
      'Asia/Kathmandu',
      'Pacific/Apia',
      'Africa/Cairo',
      'UTC',
      'America/St_Johns',
      'America/Havana',
      'Australia/Lord_Howe',
    ];
    const instants = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, instantMs) => {
        const date = dateIn(instantMs, zone);
        const startMs = startOfDayMs(date, zone);
        expect(dateIn(startMs, zone)).toBe(date);
        expect(dateIn(startMs - 1, zone)).toBe(addDays(date, -1));
        expect(startMs).toBeLessThanOrEqual(instantMs);
        expect(startMs).toBe(instantOf(Date.parse(date), zone));
      }),
      { numRuns: 500 },
    );
  });
});

describe('localTime', () => {
  it('is the time in the zone, before and after a clock change', () => {
    const times = ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'];
    expect(times.map((time) => localTime(Date.parse(time), berlin))).toEqual([
      '2026-03-29T01:59',
      '2026-03-29T03:00',
      '2026-10-25T02:30',
      '2026-10-25T02:30',
    ]);
  });

  it('is empty without a time', () => {
    expect(localTime(Number.NaN, berlin)).toBe('');
  });
});

describe('dates of the calendar', () => {
  it('begin weeks, months and years', () => {
    expect(['2026-01-01', '2026-01-04', '2026-01-05'].map(startOfWeek)).toEqual([
      '2025-12-29',
      '2025-12-29',
      '2026-01-05',
    ]);
    expect([startOfMonth('2028-02-29'), startOfYear('2028-02-29')]).toEqual(['2028-02-01', '2028-01-01']);
  });

  it('are counted over the ends of months and years', () => {
    expect([addDays('2027-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2028-01-01', '2028-02-29']);
    expect([addMonths('2026-01-01', -1), addMonths('2026-03-31', -1)]).toEqual(['2025-12-01', '2026-02-28']);
  });
});

describe('the end of a date', () => {
  it.each(['2026-03-28', '2026-03-29', '2026-10-25', '2026-12-31', '2028-02-29'])(
    'of %s is restored from the server',
    (date) => {
      expect(lastDateBefore(endOfDate(date, berlin) ?? '', berlin)).toBe(date);
      expect(lastDateBefore(endOfDate(date) ?? '')).toBe(date);
    },
  );

  it('is the begin of the next one in the zone', () => {
    expect(endOfDate('2026-12-31', berlin)).toBe('2026-12-31T23:00:00.000Z');
    expect(endOfDate('2026-03-29', berlin)).toBe('2026-03-29T22:00:00.000Z');
  });

  it.each(['', '0002-01-01', 'nonsense', '2026-03'])('is absent for %j', (text) => {
    expect(endOfDate(text)).toBeNull();
  });
});
