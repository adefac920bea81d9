import { wallMs } from '@stellwerk/contract/core/zone-time';
import { type ExecutionWindow, executionWindow } from '@stellwerk/contract/rule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallClock } from '../../../platform/clock/zone-clock.ts';
import { isOpen } from './execution-window.ts';

const at = (text: string) => Date.parse(text);
const window = (from: string, to: string, weekdays = [1, 2, 3, 4, 5, 6, 7], zone = 'Europe/Berlin'): ExecutionWindow =>
  executionWindow.parse({ from, to, weekdays, zone });
/** Whether the window is open at each of these moments. */
const opens = (each: ExecutionWindow, ...moments: string[]) => moments.map((moment) => isOpen([each], at(moment)));

describe('execution windows', () => {
  it('are always open without any, and open where one of several is', () => {
    expect(isOpen([], 0)).toBe(true);
    const several = [window('08:00', '09:00'), window('12:00', '13:00')];
    expect(['06:30', '07:30', '10:30', '12:30'].map((time) => isOpen(several, at(`2026-06-01T${time}Z`)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('begin with the minute and end before it, on the clock of the zone', () => {
    const office = window('08:00', '17:00', [1]);
    expect(
      opens(office, '2026-06-01T05:59:59.999Z', '2026-06-01T06:00Z', '2026-06-01T14:59:59.999Z', '2026-06-01T15:00Z'),
    ).toEqual([false, true, true, false]);
    // In winter an hour later.
    expect(opens(office, '2026-12-07T06:30Z', '2026-12-07T07:00Z', '2026-12-08T08:00Z')).toEqual([false, true, false]);
  });

  it('run over midnight on the weekday on which they begin', () => {
    const night = window('22:00', '06:00', [5]);
    expect(opens(night, '2026-06-05T20:00Z', '2026-06-05T23:30Z', '2026-06-06T03:59Z', '2026-06-06T04:00Z')).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(opens(night, '2026-06-05T03:00Z', '2026-06-06T20:30Z', '2026-06-05T19:59Z')).toEqual([false, false, false]);
  });

  it('last a whole day where both ends are the same', () => {
    const day = window('06:00', '06:00', [7]);
    expect(opens(day, '2026-06-07T03:59Z', '2026-06-07T04:00Z', '2026-06-08T03:59Z', '2026-06-08T04:00Z')).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('follow the clock through the nights in which it is changed', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00; the night from Saturday on is an hour shorter.
    const spring = window('22:00', '03:00', [6]);
    expect(opens(spring, '2026-03-28T21:00Z', '2026-03-29T00:59Z', '2026-03-29T01:00Z')).toEqual([true, true, false]);
    const skipped = window('02:00', '03:00', [7]);
    expect(opens(skipped, '2026-03-29T00:59:59Z', '2026-03-29T01:00Z')).toEqual([false, false]);
    // 25 October 2026: 03:00 becomes 02:00, and half past two comes twice.
    const autumn = window('02:15', '02:45', [7]);
    expect(opens(autumn, '2026-10-25T00:30Z', '2026-10-25T01:00Z', '2026-10-25T01:30Z', '2026-10-25T01:45Z')).toEqual([
      true,
      false,
      true,
      false,
    ]);
    // Lord Howe is put back by half an hour at two o'clock.
    const half = window('01:30', '02:00', [7], 'Australia/Lord_Howe');
    expect(opens(half, '2026-04-04T14:29Z', '2026-04-04T14:30Z', '2026-04-04T15:29Z', '2026-04-04T15:30Z')).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

it('the remembered clock shows what Intl shows', () => {
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kolkata', 'UTC'];
  const moments = fc.integer({ min: at('2009-01-01T00:00Z') / 1_000, max: at('2031-01-01T00:00Z') / 1_000 });
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (seconds, zone) => {
      expect(wallClock(seconds * 1_000, zone)).toBe(wallMs(seconds * 1_000, zone));
    }),
    { numRuns: 2_000 },
  );
});
