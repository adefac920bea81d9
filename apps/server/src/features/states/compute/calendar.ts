import { changeBetween } from '@stellwerk/contract/core/zone-time';
import type { TimeUnit } from '@stellwerk/contract/state-source';
import { momentOf, wallClock } from '../../../platform/clock/zone-clock.ts';

/**
 * Wall-clock time of a time zone. A wall time is the time that a clock in the zone shows, encoded as if it were UTC; an
 * instant is a real moment. Days and longer units are counted in wall time, since a day may have 23 or 25 hours.
 */

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

export const fixedMs: Partial<Record<TimeUnit, number>> = { minute: minuteMs, hour: hourMs };

const modulo = (value: number, by: number) => ((value % by) + by) % by;

const monthsOf: Partial<Record<TimeUnit, number>> = { month: 1, year: 12 };

/** Shifts a wall time by this many units (negative: back); the 31st becomes the last day of shorter months. */
export function shiftWall(wall: number, count: number, unit: TimeUnit): number {
  const ms = fixedMs[unit] ?? (unit === 'day' ? dayMs : unit === 'week' ? 7 * dayMs : undefined);
  if (ms !== undefined) return wall + count * ms;
  const date = new Date(wall);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count * (monthsOf[unit] ?? 1));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

export interface Calendar {
  zone: string;
  /** First day of the week: 1 is Monday, 7 is Sunday. */
  firstWeekday: number;
}

/** The start of the day, week, month or year, in wall time. */
function floorWall(wall: number, unit: TimeUnit, firstWeekday: number): number {
  const date = new Date(wall);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (unit) {
    case 'year':
      return Date.UTC(year, 0, 1);
    case 'month':
      return Date.UTC(year, month, 1);
    case 'week': {
      const day = wall - modulo(wall, dayMs);
      return day - modulo(date.getUTCDay() - firstWeekday, 7) * dayMs;
    }
    default:
      return wall - modulo(wall, fixedMs[unit] ?? dayMs);
  }
}

/** The last instant at which the clock showed a full minute or hour. */
export function floorClock(instant: number, widthMs: number, zone: string): number {
  const start = instant - modulo(wallClock(instant, zone), widthMs);
  if (wallClock(start, zone) - start === wallClock(instant, zone) - instant) return start;
  // The clock was changed in between: the last full minute or hour before the change counts.
  return floorClock(changeBetween(start, instant, zone) - 1, widthMs, zone);
}

/** Start of the day, week, month or year in wall time. A day repeated by a clock change is not reopened. */
export function floorDate(instant: number, unit: TimeUnit, { zone, firstWeekday }: Calendar): number {
  const begun = floorWall(wallClock(instant, zone), unit, firstWeekday);
  const next = shiftWall(begun, 1, unit);
  return momentOf(next, zone) <= instant ? next : begun;
}
