import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createZonedMatcher, instantOf } from './zoned-cron.ts';

const minuteMs = 60_000;

/** All occurrences between two instants, as ISO minutes. */
function occurrences(cron: string, zone: string, from: string, to: string): string[] {
  const matches = createZonedMatcher(cron, zone);
  const found: string[] = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += minuteMs) {
    if (matches(at)) found.push(new Date(at).toISOString().slice(0, 16));
  }
  return found;
}

describe('a schedule with a time zone', () => {
  it('follows the clock on the wall through winter and summer', () => {
    expect(occurrences('0 6 * * *', 'Europe/Berlin', '2026-01-10T00:00Z', '2026-01-11T00:00Z')).toEqual([
      '2026-01-10T05:00',
    ]);
    expect(occurrences('0 6 * * *', 'Europe/Berlin', '2026-07-10T00:00Z', '2026-07-11T00:00Z')).toEqual([
      '2026-07-10T04:00',
    ]);
  });

  it('counts a time that the clock skips at the first minute after the gap, once', () => {
    expect(occurrences('30 2 * * *', 'Europe/Berlin', '2026-03-29T00:00Z', '2026-03-30T00:00Z')).toEqual([
      '2026-03-29T01:00',
    ]);
    expect(occurrences('*/10 2 * * *', 'Europe/Berlin', '2026-03-29T00:00Z', '2026-03-30T00:00Z')).toEqual([
      '2026-03-29T01:00',
    ]);
  });

  it('counts a time that the clock shows twice the first time only', () => {
    expect(occurrences('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:00Z', '2026-10-26T00:00Z')).toEqual([
      '2026-10-25T00:30',
    ]);
  });

  it('for every hour follows real time through both changes', () => {
    for (const day of ['2026-03-29', '2026-10-25']) {
      const from = `${day}T00:00Z`;
      expect(occurrences('15 * * * *', 'Europe/Berlin', from, `${day}T06:00Z`)).toHaveLength(6);
    }
  });

  it('knows shifts of half an hour', () => {
    expect(occurrences('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', '2026-10-04T00:00Z')).toHaveLength(1);
    expect(occurrences('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00Z', '2026-04-05T00:00Z')).toHaveLength(1);
  });

  it('fires a daily time exactly once on each local day around a change, whatever the zone and the time', () => {
    const changes = [
      ['Europe/Berlin', '2026-03-29'],
      ['Europe/Berlin', '2026-10-25'],
      ['America/New_York', '2026-03-08'],
      ['America/New_York', '2026-11-01'],
      ['Australia/Lord_Howe', '2026-04-05'],
      ['Australia/Lord_Howe', '2026-10-04'],
      ['America/Santiago', '2026-04-05'],
      ['America/Santiago', '2026-09-06'],
    ] as const;
    const inDay = fc.integer({ min: 0, max: 1439 });
    fc.assert(
      fc.property(fc.constantFrom(...changes), inDay, ([zone, day], minute) => {
        const dayMs = 86_400_000;
        const from = new Date(Date.parse(day) - 1.5 * dayMs).toISOString();
        const to = new Date(Date.parse(day) + 2.5 * dayMs).toISOString();
        const cron = `${minute % 60} ${Math.floor(minute / 60)} * * *`;
        const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
        const days = occurrences(cron, zone, from, to).map((at) => localDay.format(new Date(`${at}Z`)));
        const around = [-1, 0, 1].map((shift) => new Date(Date.parse(day) + shift * dayMs).toISOString().slice(0, 10));
        expect(days.filter((each) => around.includes(each))).toEqual(around);
      }),
      { numRuns: 20 },
    );
  });
});

it('finds the instant of a digest over the turn of the year', () => {
  const digest = { min: 59, hour: 23, date: 31, month: 12, dow: 4 };
  expect(new Date(instantOf(digest, new Date('2027-01-01T00:00:30Z'))).toISOString()).toBe('2026-12-31T23:59:00.000Z');
  const first = { min: 0, hour: 0, date: 1, month: 1, dow: 5 };
  expect(new Date(instantOf(first, new Date('2026-12-31T23:59:59Z'))).toISOString()).toBe('2027-01-01T00:00:00.000Z');
});
