import type { TimeseriesOptions, TimeUnit } from '@stellwerk/contract/state-source';
import { momentOf, wallClock } from '../../../platform/clock/zone-clock.ts';
import { fixedMs, floorClock, floorDate, shiftWall } from './calendar.ts';

export interface Window {
  /** Half-open, in milliseconds since 1970. */
  start: number;
  end: number;
  /** Where the window of equal length before it begins. */
  startBefore: number;
  /** The time of a result: the end of windows that stand on the clock, else that of the newest value. */
  isAligned: boolean;
}

type WindowOptions = Omit<TimeseriesOptions, 'stateId' | 'operation'>;

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** Some zones move their clocks by half an hour: the hour around that is longer, so that none begins at half past. */
function backByClock(instant: number, count: number, widthMs: number, zone: string): number {
  const earlier = instant - count * widthMs;
  return earlier - modulo(wallClock(earlier, zone) - wallClock(instant, zone), widthMs);
}

/** Counts back from where a unit of the clock or calendar begins. */
function alignedWindow(at: number, options: WindowOptions, unit: TimeUnit, length: number): Window {
  const { zone, offset, offsetUnit, mode } = options;
  const back = mode === 'period' ? offset : 0;
  const widthMs = fixedMs[unit];
  if (widthMs !== undefined) {
    const full = floorClock(at, widthMs, zone);
    const offsetMs = fixedMs[offsetUnit];
    const end =
      offsetMs === undefined && back > 0
        ? momentOf(shiftWall(wallClock(full, zone), -back, offsetUnit), zone)
        : full - back * (offsetMs ?? 0);
    const start = backByClock(end, length, widthMs, zone);
    return { start, end, startBefore: backByClock(start, length, widthMs, zone), isAligned: true };
  }
  // On the wall to the end: a midnight that does not exist must not move the days around it.
  const end = shiftWall(floorDate(at, unit, options), -back, offsetUnit);
  const start = shiftWall(end, -length, unit);
  const [startAt, endAt, startBefore] = [start, end, shiftWall(start, -length, unit)].map((wall) =>
    momentOf(wall, zone),
  );
  return { start: startAt ?? at, end: endAt ?? at, startBefore: startBefore ?? at, isAligned: true };
}

/** Ends right behind the instant, so that a value of that very moment belongs to it. */
function slidingWindow(at: number, { durationLength, durationUnit, zone }: WindowOptions): Window {
  const end = at + 1;
  const widthMs = fixedMs[durationUnit];
  const back = (count: number) =>
    widthMs === undefined
      ? momentOf(shiftWall(wallClock(end, zone), -count * durationLength, durationUnit), zone)
      : end - count * durationLength * widthMs;
  return { start: back(1), end, startBefore: back(2), isAligned: false };
}

/** The span that a time-series aggregate looks at when it is computed at an instant. */
export function timeseriesWindow(options: WindowOptions, at: number): Window {
  if (options.mode === 'period') return alignedWindow(at, options, options.periodUnit, options.periodLength);
  if (options.fixedTimestamp) return alignedWindow(at, options, options.durationUnit, options.durationLength);
  return slidingWindow(at, options);
}
