import type { TimeseriesOptions, TimeUnit } from '@stellwerk/contract/state-source';
import { momentOf, wallClock } from '../../../platform/clock/zone-clock.ts';
import { fixedMs, floorClock, floorDate, shiftWall } from './calendar.ts';

export interface Window {
  /** Half-open, in milliseconds since 1970. */
  start: number;
  end: number;
  /** Start of the preceding window of equal length. */
  startBefore: number;
  /** Aligned to the clock or calendar: the result has the time of the window's end, not of the newest value. */
  isAligned: boolean;
}

type WindowOptions = Omit<TimeseriesOptions, 'stateId' | 'operation'>;

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** In zones that change by half an hour, the hour around the change is longer, so that no hour starts at half past. */
function backByClock(instant: number, count: number, widthMs: number, zone: string): number {
  const earlier = instant - count * widthMs;
  return earlier - modulo(wallClock(earlier, zone) - wallClock(instant, zone), widthMs);
}

/** A window that ends at the start of a unit of the clock or calendar. */
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
  // Computed in wall time until the end: a midnight that does not exist must not shift the days around it.
  const end = shiftWall(floorDate(at, unit, options), -back, offsetUnit);
  const start = shiftWall(end, -length, unit);
  const [startAt, endAt, startBefore] = [start, end, shiftWall(start, -length, unit)].map((wall) =>
    momentOf(wall, zone),
  );
  return { start: startAt ?? at, end: endAt ?? at, startBefore: startBefore ?? at, isAligned: true };
}

/** Ends one millisecond after the instant, so that a value at that instant is included. */
function slidingWindow(at: number, { durationLength, durationUnit, zone }: WindowOptions): Window {
  const end = at + 1;
  const widthMs = fixedMs[durationUnit];
  const back = (count: number) =>
    widthMs === undefined
      ? momentOf(shiftWall(wallClock(end, zone), -count * durationLength, durationUnit), zone)
      : end - count * durationLength * widthMs;
  return { start: back(1), end, startBefore: back(2), isAligned: false };
}

/** The window of a time-series aggregate that is evaluated at an instant. */
export function timeseriesWindow(options: WindowOptions, at: number): Window {
  if (options.mode === 'period') return alignedWindow(at, options, options.periodUnit, options.periodLength);
  if (options.fixedTimestamp) return alignedWindow(at, options, options.durationUnit, options.durationLength);
  return slidingWindow(at, options);
}
