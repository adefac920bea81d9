import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallOf } from './core/zone-time.ts';
import {
  type ExportFrequency,
  type ExportTimeRange,
  exportFrequency,
  exportTimeRanges,
  nextRun,
  nextRuns,
  spanOfRange,
} from './export-frequency.ts';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const texts = (runs: number[]) => runs.map((run) => new Date(run).toISOString().slice(0, 16));
const dayMs = 86_400_000;

describe('the next runs', () => {
  it.each<[string, ExportFrequency, string, string[]]>([
    ['hourly', { unit: 'hourly', minute: 5 }, '2025-06-01T10:05:00Z', ['2025-06-01T11:05', '2025-06-01T12:05']],
    ['daily', { unit: 'daily', hour: 6, minute: 30 }, '2025-06-01T04:29:00Z', ['2025-06-01T04:30', '2025-06-02T04:30']],
    [
      'weekly',
      { unit: 'weekly', weekDay: 1, hour: 0, minute: 0 },
      '2025-06-01T00:00:00Z',
      ['2025-06-01T22:00', '2025-06-08T22:00'],
    ],
    [
      'monthly',
      { unit: 'monthly', day: 31, hour: 12, minute: 0 },
      '2025-01-31T11:00:00Z',
      ['2025-02-28T11:00', '2025-03-31T10:00'],
    ],
    [
      'yearly',
      { unit: 'yearly', month: 2, day: 29, hour: 0, minute: 0 },
      '2023-02-01T00:00:00Z',
      ['2023-02-27T23:00', '2024-02-28T23:00'],
    ],
  ])('are %s on the local clock', (_, frequency, after, runs) => {
    expect(texts(nextRuns(frequency, zone, at(after), 2))).toEqual(runs);
  });

  it('run a skipped time at the change in spring, and a repeated one once in autumn', () => {
    const frequency = { unit: 'daily' as const, hour: 2, minute: 30 };
    expect(texts(nextRuns(frequency, zone, at('2025-03-29T00:00:00Z'), 3))).toEqual([
      '2025-03-29T01:30',
      '2025-03-30T01:00',
      '2025-03-31T00:30',
    ]);
    expect(texts(nextRuns(frequency, zone, at('2025-10-25T12:00:00Z'), 2))).toEqual([
      '2025-10-26T00:30',
      '2025-10-27T01:30',
    ]);
  });

  it('are every hour in real time, in zones with half hours and half-hour changes, too', () => {
    const hourly = { unit: 'hourly' as const, minute: 15 };
    expect(texts(nextRuns(hourly, 'Asia/Kolkata', at('2025-06-01T00:00:00Z'), 2))).toEqual([
      '2025-06-01T00:45',
      '2025-06-01T01:45',
    ]);
    for (const run of nextRuns(hourly, 'Australia/Lord_Howe', at('2025-04-05T10:00:00Z'), 12)) {
      expect(new Date(wallOf(run, 'Australia/Lord_Howe')).getUTCMinutes()).toBe(15);
    }
  });

  it('need the fields of their unit', () => {
    expect(exportFrequency.safeParse({ unit: 'daily', hour: 1 }).error?.issues[0]?.path).toEqual(['minute']);
    expect(exportFrequency.safeParse({ unit: 'hourly', minute: 1 }).success).toBe(true);
  });
});

/** Instants within three days of a change of the clock in Europe/Berlin. */
const nearChange = fc
  .tuple(
    fc.constantFrom('2025-03-30T01:00:00Z', '2025-10-26T01:00:00Z', '2026-03-29T01:00:00Z'),
    fc.integer({ min: -4_320, max: 4_320 }),
  )
  .map(([change, minutes]) => at(change) + minutes * 60_000);
const hour = fc.integer({ min: 0, max: 23 });
const minute = fc.integer({ min: 0, max: 59 });

describe('around both changes of the clock', () => {
  it('every local day has exactly one daily run, at its time wherever the clock shows it', () => {
    fc.assert(
      fc.property(nearChange, hour, minute, (after, hours, minutes) => {
        const runs = nextRuns({ unit: 'daily', hour: hours, minute: minutes }, zone, after, 6);
        const walls = runs.map((run) => wallOf(run, zone));
        const days = walls.map((wall) => Math.floor(wall / dayMs));
        expect(days).toEqual(days.map((_, index) => (days[0] ?? 0) + index));
        for (const [index, run] of runs.entries()) {
          const wanted = hours * 60 + minutes;
          const shown = Math.floor(((walls[index] ?? 0) % dayMs) / 60_000);
          // In the skipped hour, the run is at the moment of the change.
          expect(shown === wanted || (hours === 2 && shown === 180)).toBe(true);
          expect(run).toBeGreaterThan(index === 0 ? after : (runs[index - 1] ?? after));
        }
      }),
    );
  });

  it('hourly runs are an hour apart', () => {
    fc.assert(
      fc.property(nearChange, minute, (after, minutes) => {
        const runs = nextRuns({ unit: 'hourly', minute: minutes }, zone, after, 30);
        expect((runs[0] ?? 0) - after).toBeLessThanOrEqual(3_600_000);
        for (const [index, run] of runs.slice(1).entries()) expect(run - (runs[index] ?? 0)).toBe(3_600_000);
      }),
    );
  });

  it('no run lies between the given time and the next run', () => {
    const frequency = fc.oneof(
      fc.record({ unit: fc.constant('daily' as const), hour, minute }),
      fc.record({ unit: fc.constant('weekly' as const), weekDay: fc.integer({ min: 1, max: 7 }), hour, minute }),
      fc.record({ unit: fc.constant('monthly' as const), day: fc.integer({ min: 1, max: 31 }), hour, minute }),
    );
    fc.assert(
      fc.property(nearChange, frequency, fc.double({ min: 0, max: 1, noNaN: true }), (after, when, share) => {
        const next = nextRun(when, zone, after);
        const between = after + Math.floor((next - 1 - after) * share);
        expect(nextRun(when, zone, between)).toBe(next);
      }),
    );
  });

  it('the spans of consecutive runs follow each other without gap and overlap', () => {
    const pairs = fc.constantFrom<[ExportFrequency, ExportTimeRange]>(
      [{ unit: 'daily', hour: 1, minute: 0 }, 'LAST_DAY'],
      [{ unit: 'daily', hour: 2, minute: 30 }, 'LAST_DAY'],
      [{ unit: 'hourly', minute: 5 }, 'LAST_HOUR'],
      [{ unit: 'weekly', weekDay: 1, hour: 3, minute: 0 }, 'LAST_WEEK'],
      [{ unit: 'monthly', day: 1, hour: 0, minute: 30 }, 'LAST_MONTH'],
    );
    fc.assert(
      fc.property(nearChange, pairs, (after, [frequency, range]) => {
        const spans = nextRuns(frequency, zone, after, 8).map((run) => spanOfRange(range, zone, run));
        for (const [index, span] of spans.slice(1).entries()) expect(span.from).toBe(spans[index]?.to);
      }),
    );
  });
});

describe('the span of a time range', () => {
  it.each<[ExportTimeRange, string, string]>([
    ['CURRENT_HOUR', '2025-10-29T10:00', '2025-10-29T10:20'],
    ['LAST_HOUR', '2025-10-29T09:00', '2025-10-29T10:00'],
    ['CURRENT_DAY', '2025-10-28T23:00', '2025-10-29T10:20'],
    ['LAST_DAY', '2025-10-27T23:00', '2025-10-28T23:00'],
    ['CURRENT_WEEK', '2025-10-26T23:00', '2025-10-29T10:20'],
    ['LAST_WEEK', '2025-10-19T22:00', '2025-10-26T23:00'],
    ['CURRENT_MONTH', '2025-09-30T22:00', '2025-10-29T10:20'],
    ['LAST_MONTH', '2025-08-31T22:00', '2025-09-30T22:00'],
    ['CURRENT_YEAR', '2024-12-31T23:00', '2025-10-29T10:20'],
    ['LAST_YEAR', '2023-12-31T23:00', '2024-12-31T23:00'],
  ])('%s is in the zone of the schedule', (range, from, to) => {
    const span = spanOfRange(range, zone, at('2025-10-29T10:20:00Z'));
    expect(texts([span.from, span.to])).toEqual([from, to]);
  });

  it('is never empty or reversed, except at the very beginning of a current one', () => {
    fc.assert(
      fc.property(nearChange, fc.constantFrom(...exportTimeRanges), (now, range) => {
        const { from, to } = spanOfRange(range, zone, now);
        expect(from).toBeLessThanOrEqual(to);
        expect(to).toBeLessThanOrEqual(now);
      }),
    );
  });
});
