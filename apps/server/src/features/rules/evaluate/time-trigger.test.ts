import { instantOf } from '@stellwerk/contract/core/zone-time';
import { type TimeTrigger, timeTrigger } from '@stellwerk/contract/rule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentOf } from '../../../platform/clock/zone-clock.ts';
import { lastTime, nextTime, timesBetween } from './time-trigger.ts';

const at = (text: string) => Date.parse(text);
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().replace(':00.000Z', 'Z'));
const trigger = (more: Partial<TimeTrigger>): TimeTrigger => timeTrigger.parse({ hour: 2, minute: 30, ...more });

/** The next times, one after the other. */
function following(each: TimeTrigger, after: string, count: number): (string | null)[] {
  const found: (string | null)[] = [];
  for (let moment: number | null = at(after); found.length < count; found.push(iso(moment))) {
    moment = nextTime(each, moment);
    if (moment === null) return [...found, null];
  }
  return found;
}

describe('daily triggers', () => {
  it('come after the moment, never at it', () => {
    const daily = trigger({ hour: 8, minute: 0 });
    expect(following(daily, '2026-06-01T05:59Z', 2)).toEqual(['2026-06-01T06:00Z', '2026-06-02T06:00Z']);
    expect(iso(nextTime(daily, at('2026-06-01T06:00Z')))).toBe('2026-06-02T06:00Z');
  });

  it('come at the jump where the clock skips them, and once where it shows them twice', () => {
    const daily = trigger({});
    expect(following(daily, '2026-03-28T00:00Z', 3)).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
    expect(following(daily, '2026-10-24T12:00Z', 2)).toEqual(['2026-10-25T00:30Z', '2026-10-26T01:30Z']);
    // Half past two comes twice on that day, and the trigger fires only at the first.
    expect(iso(nextTime(daily, at('2026-10-25T00:30Z')))).toBe('2026-10-26T01:30Z');
  });

  it('keep to zones with odd offsets and shifts', () => {
    const newfoundland = trigger({ hour: 2, minute: 15, zone: 'America/St_Johns' });
    expect(following(newfoundland, '2026-03-07T12:00Z', 2)).toEqual(['2026-03-08T05:30Z', '2026-03-09T04:45Z']);
    const lordHowe = trigger({ hour: 2, minute: 15, zone: 'Australia/Lord_Howe' });
    // Put forward by half an hour at two: a quarter past is skipped. Put back at two: it comes once, after the change.
    expect(following(lordHowe, '2026-10-03T00:00Z', 2)).toEqual(['2026-10-03T15:30Z', '2026-10-04T15:15Z']);
    expect(following(trigger({ hour: 1, minute: 45, zone: 'Australia/Lord_Howe' }), '2026-04-04T00:00Z', 2)).toEqual([
      '2026-04-04T14:45Z',
      '2026-04-05T15:15Z',
    ]);
  });

  it('come on days of the month alone, and skip months that do not have them', () => {
    const last = trigger({ hour: 12, minute: 0, zone: 'UTC', monthDays: [31] });
    expect(following(last, '2026-01-31T12:00Z', 3)).toEqual([
      '2026-03-31T12:00Z',
      '2026-05-31T12:00Z',
      '2026-07-31T12:00Z',
    ]);
    const ends = trigger({ hour: 12, minute: 0, zone: 'UTC', monthDays: [29, 30] });
    expect(following(ends, '2026-01-30T12:00Z', 2)).toEqual(['2026-03-29T12:00Z', '2026-03-30T12:00Z']);
    expect(following(ends, '2028-01-30T12:00Z', 2)).toEqual(['2028-02-29T12:00Z', '2028-03-29T12:00Z']);
  });

  it('come from the first to the last date, on the calendar of the zone', () => {
    const some = trigger({ hour: 0, minute: 0, zone: 'Asia/Tokyo', startDate: '2030-01-02', endDate: '2030-01-03' });
    expect(following(some, '2026-01-01T00:00Z', 3)).toEqual(['2030-01-01T15:00Z', '2030-01-02T15:00Z', null]);
    expect(nextTime(trigger({ endDate: '2020-01-01' }), at('2026-01-01T00:00Z'))).toBeNull();
    const missed = trigger({ monthDays: [31], startDate: '2026-02-01', endDate: '2026-02-28' });
    expect(nextTime(missed, at('2026-01-01T00:00Z'))).toBeNull();
  });
});

describe('hourly triggers', () => {
  it('are counted from midnight', () => {
    const every = trigger({ hourly: true, hour: 7, minute: 5, zone: 'UTC' });
    expect(following(every, '2026-06-01T20:00Z', 5)).toEqual([
      '2026-06-01T21:05Z',
      '2026-06-02T00:05Z',
      '2026-06-02T07:05Z',
      '2026-06-02T14:05Z',
      '2026-06-02T21:05Z',
    ]);
  });

  it('follow the clock through both nights', () => {
    const every = trigger({ hourly: true, hour: 1, minute: 30 });
    expect(following(every, '2026-03-29T00:00Z', 4)).toEqual([
      '2026-03-29T00:30Z',
      '2026-03-29T01:00Z',
      '2026-03-29T01:30Z',
      '2026-03-29T02:30Z',
    ]);
    expect(following(every, '2026-10-24T23:00Z', 4)).toEqual([
      '2026-10-24T23:30Z',
      '2026-10-25T00:30Z',
      '2026-10-25T02:30Z',
      '2026-10-25T03:30Z',
    ]);
    // Two times that fall on the moment of the jump count as one.
    const full = trigger({ hourly: true, hour: 1, minute: 0 });
    expect(following(full, '2026-03-29T00:00Z', 2)).toEqual(['2026-03-29T01:00Z', '2026-03-29T02:00Z']);
  });
});

const anyTrigger = fc
  .record({
    hourly: fc.boolean(),
    hour: fc.integer({ min: 1, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    monthDays: fc.oneof(
      fc.constant<number[]>([]),
      fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 4 }),
    ),
    dates: fc.option(
      fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: 0, max: 60 })).map(([first, length]) => {
        const date = (day: number) => new Date(at('2026-03-29T00:00Z') + day * 86_400_000).toISOString().slice(0, 10);
        return { startDate: date(first), endDate: date(first + length) };
      }),
    ),
    zone: fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'),
  })
  .map(({ dates, ...rest }) => trigger({ ...rest, ...dates }));
const anyMoment = fc.integer({ min: at('2026-03-01T00:00Z') / 60_000, max: at('2026-05-01T00:00Z') / 60_000 });

describe('asked in several ways', () => {
  it('the answers agree: next, newest, and all between', () => {
    fc.assert(
      fc.property(anyTrigger, anyMoment, fc.integer({ min: 0, max: 40_000 }), (each, minute, minutes) => {
        const [fromMs, toMs] = [minute * 60_000, (minute + minutes) * 60_000];
        const all = [...timesBetween(each, fromMs, toMs)];
        const next = nextTime(each, fromMs);
        expect(all[0] ?? null).toBe(next !== null && next <= toMs ? next : null);
        expect(lastTime(each, fromMs, toMs)).toBe(all.at(-1) ?? null);
        for (const [index, moment] of all.entries()) expect(moment).toBeGreaterThan(all[index - 1] ?? fromMs);
      }),
      { numRuns: 300 },
    );
  });

  it('the fast way to a moment is the slow one', () => {
    fc.assert(
      fc.property(
        anyMoment,
        fc.constantFrom('Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia'),
        (minute, zone) => {
          expect(momentOf(minute * 60_000, zone)).toBe(instantOf(minute * 60_000, zone));
        },
      ),
    );
  });

  it('finds the newest of what was missed, however long ago it began', () => {
    const daily = trigger({ hour: 8, minute: 0, zone: 'UTC' });
    expect(iso(lastTime(daily, 0, at('2026-06-10T07:00Z')))).toBe('2026-06-09T08:00Z');
    expect(iso(lastTime(daily, at('2026-06-09T07:59Z'), at('2026-06-09T08:00Z')))).toBe('2026-06-09T08:00Z');
    expect(lastTime(daily, at('2026-06-09T08:00Z'), at('2026-06-10T07:00Z'))).toBeNull();
    const ended = trigger({ hour: 8, minute: 0, zone: 'UTC', endDate: '2020-01-01' });
    expect(iso(lastTime(ended, 0, at('2026-01-01T00:00Z')))).toBe('2020-01-01T08:00Z');
  });
});
