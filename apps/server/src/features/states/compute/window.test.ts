import { wallOf } from '@stellwerk/contract/core/zone-time';
import { type TimeUnit, timeseriesOptions } from '@stellwerk/contract/state-source';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeseriesWindow } from './window.ts';

type Given = Partial<Parameters<typeof timeseriesWindow>[0]>;

const optionsOf = (given: Given) => {
  const { stateId: _, operation: __, ...options } = timeseriesOptions.parse({ stateId: 1, operation: 'avg', ...given });
  return options;
};
const windowAt = (at: string, given: Given) => timeseriesWindow(optionsOf(given), Date.parse(at));
const shown = ({ start, end }: { start: number; end: number }) => [start, end].map((ms) => new Date(ms).toISOString());

describe('a sliding window', () => {
  it('includes the moment itself and is exactly as long as asked', () => {
    expect(shown(windowAt('2024-05-01T13:00:00Z', { durationLength: 1, durationUnit: 'hour' }))).toEqual([
      '2024-05-01T12:00:00.001Z',
      '2024-05-01T13:00:00.001Z',
    ]);
  });

  it('follows the calendar: a day may have 23 or 25 hours', () => {
    const day = { durationUnit: 'day', zone: 'Europe/Berlin' } as const;
    const hours = (at: string) => {
      const { start, end } = windowAt(at, day);
      return (end - start) / 3_600_000;
    };
    expect(hours('2024-03-31T12:00:00Z')).toBe(23);
    expect(hours('2024-10-27T12:00:00Z')).toBe(25);
    expect(hours('2024-05-01T12:00:00Z')).toBe(24);
  });

  it('ends months on their last day', () => {
    const month = { durationUnit: 'month', zone: 'UTC' } as const;
    expect(shown(windowAt('2024-03-31T11:59:59.999Z', month))).toEqual([
      '2024-02-29T12:00:00.000Z',
      '2024-03-31T12:00:00.000Z',
    ]);
  });
});

describe('a window on the clock', () => {
  it('ends at the last full unit', () => {
    const hour = { fixedTimestamp: true, durationUnit: 'hour', zone: 'Asia/Kolkata' } as const;
    expect(shown(windowAt('2024-05-01T12:45:00Z', hour))).toEqual([
      '2024-05-01T11:30:00.000Z',
      '2024-05-01T12:30:00.000Z',
    ]);
    expect(shown(windowAt('2024-05-01T12:30:00Z', hour))).toEqual([
      '2024-05-01T11:30:00.000Z',
      '2024-05-01T12:30:00.000Z',
    ]);
    const quarter = { fixedTimestamp: true, durationUnit: 'minute', durationLength: 15 } as const;
    expect(shown(windowAt('2024-05-01T12:07:31Z', quarter))).toEqual([
      '2024-05-01T11:52:00.000Z',
      '2024-05-01T12:07:00.000Z',
    ]);
  });

  it('knows the days on which clocks change', () => {
    const day = { mode: 'period', periodUnit: 'day', zone: 'Europe/Berlin' } as const;
    expect(shown(windowAt('2024-04-01T09:00:00Z', day))).toEqual([
      '2024-03-30T23:00:00.000Z',
      '2024-03-31T22:00:00.000Z',
    ]);
    expect(shown(windowAt('2024-10-28T09:00:00Z', day))).toEqual([
      '2024-10-26T22:00:00.000Z',
      '2024-10-27T23:00:00.000Z',
    ]);
    // The hour from two to three comes twice, and each is an hour.
    const hour = { mode: 'period', periodUnit: 'hour', zone: 'Europe/Berlin' } as const;
    expect(shown(windowAt('2024-10-27T01:30:00Z', hour))).toEqual([
      '2024-10-27T00:00:00.000Z',
      '2024-10-27T01:00:00.000Z',
    ]);
    expect(shown(windowAt('2024-10-27T02:30:00Z', hour))).toEqual([
      '2024-10-27T01:00:00.000Z',
      '2024-10-27T02:00:00.000Z',
    ]);
  });

  it('knows clocks that change by half an hour, and midnights that do not exist', () => {
    // Lord Howe sets its clocks from 02:00 to 02:30 on 6 October 2024, at 15:30 UTC the day before.
    const hour = { mode: 'period', periodUnit: 'hour', zone: 'Australia/Lord_Howe' } as const;
    expect(shown(windowAt('2024-10-05T15:45:00Z', hour))).toEqual([
      '2024-10-05T13:30:00.000Z',
      '2024-10-05T14:30:00.000Z',
    ]);
    expect(shown(windowAt('2024-10-05T16:10:00Z', hour))).toEqual([
      '2024-10-05T14:30:00.000Z',
      '2024-10-05T16:00:00.000Z',
    ]);
    // Cairo jumps from 00:00 to 01:00 on 26 April 2024, at 22:00 UTC the day before.
    const day = { mode: 'period', periodUnit: 'day', zone: 'Africa/Cairo' } as const;
    expect(shown(windowAt('2024-04-26T12:00:00Z', day))).toEqual([
      '2024-04-24T22:00:00.000Z',
      '2024-04-25T22:00:00.000Z',
    ]);
    expect(shown(windowAt('2024-04-27T12:00:00Z', day))).toEqual([
      '2024-04-25T22:00:00.000Z',
      '2024-04-26T21:00:00.000Z',
    ]);
  });

  it('begins weeks on the chosen day and moves back by the offset', () => {
    const week = { mode: 'period', periodUnit: 'week', zone: 'UTC' } as const;
    expect(shown(windowAt('2024-05-01T12:00:00Z', week))).toEqual([
      '2024-04-22T00:00:00.000Z',
      '2024-04-29T00:00:00.000Z',
    ]);
    expect(shown(windowAt('2024-05-01T12:00:00Z', { ...week, firstWeekday: 7 }))).toEqual([
      '2024-04-21T00:00:00.000Z',
      '2024-04-28T00:00:00.000Z',
    ]);
    const offset = { mode: 'period', periodUnit: 'day', zone: 'Europe/Berlin', offset: 6, offsetUnit: 'hour' } as const;
    expect(shown(windowAt('2024-05-01T12:00:00Z', offset))).toEqual([
      '2024-04-29T16:00:00.000Z',
      '2024-04-30T16:00:00.000Z',
    ]);
    const years = {
      mode: 'period',
      periodUnit: 'year',
      periodLength: 2,
      offset: 1,
      offsetUnit: 'month',
      zone: 'UTC',
    } as const;
    expect(shown(windowAt('2024-05-01T12:00:00Z', years))).toEqual([
      '2021-12-01T00:00:00.000Z',
      '2023-12-01T00:00:00.000Z',
    ]);
  });

  it('goes back to 1970 at most', () => {
    const ages = { mode: 'period', periodUnit: 'year', periodLength: 10_000 } as const;
    expect(shown(windowAt('2024-05-01T12:00:00Z', ages))[0]).toBe('1970-01-01T00:00:00.000Z');
    const sliding = { durationUnit: 'month', durationLength: 10_000 } as const;
    expect(shown(windowAt('2024-05-01T12:00:00Z', sliding))[0]).toBe('1970-01-01T00:00:00.000Z');
  });

  const zones = [
    'UTC',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/St_Johns',
    'America/Havana',
    'Africa/Cairo',
    'America/Sao_Paulo',
    'Africa/Casablanca',
    'Pacific/Apia',
    'Asia/Beirut',
  ];
  const stepMs: Record<TimeUnit, number> = {
    minute: 17_000,
    hour: 11 * 60_000,
    day: 5 * 3_600_000,
    week: 2 * 86_400_000,
    month: 9 * 86_400_000,
    year: 100 * 86_400_000,
  };

  it('follows the one before it without overlap or hole, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...(Object.keys(stepMs) as TimeUnit[])),
        fc.integer({ min: Date.UTC(2004, 0, 1), max: Date.UTC(2026, 0, 1) }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        (zone, unit, from, firstWeekday, isPeriod) => {
          const options = optionsOf(
            isPeriod
              ? { mode: 'period', periodUnit: unit, zone, firstWeekday }
              : { fixedTimestamp: true, durationUnit: unit, zone, firstWeekday },
          );
          let before = timeseriesWindow(options, from);
          for (let at = from; at < from + 30 * stepMs[unit]; at += stepMs[unit]) {
            const next = timeseriesWindow(options, at);
            expect(next.start).toBeLessThan(next.end);
            expect(next.end).toBeLessThanOrEqual(at);
            expect(next.startBefore).toBeLessThan(next.start);
            if (next.end !== before.end) expect(next.start).toBe(before.end);
            if (next.end !== before.end) expect(next.startBefore).toBe(before.start);
            before = next;
          }
        },
      ),
      { numRuns: 120 },
    );
  });

  it('begins where the clock of the zone shows a full unit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'),
        fc.integer({ min: Date.UTC(2004, 0, 1), max: Date.UTC(2026, 0, 1) }),
        (zone, at) => {
          const { end } = timeseriesWindow(optionsOf({ mode: 'period', periodUnit: 'day', zone }), at);
          expect(wallOf(end, zone) % 86_400_000).toBe(0);
          const hour = timeseriesWindow(optionsOf({ mode: 'period', periodUnit: 'hour', zone }), at);
          expect(wallOf(hour.end, zone) % 3_600_000).toBe(0);
          expect(wallOf(hour.start, zone) % 3_600_000).toBe(0);
        },
      ),
      { numRuns: 100 },
    );
  });
});
