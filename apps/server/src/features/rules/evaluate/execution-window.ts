import type { ExecutionWindow } from '@stellwerk/contract/rule';
import { dayMs, wallClock } from '../../../platform/clock/zone-clock.ts';

const minuteMs = 60_000;

function minuteOf(clock: string): number {
  const [hour, minute] = clock.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** 1 is Monday; 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

function isWithin({ weekdays, from, to, zone }: ExecutionWindow, atMs: number): boolean {
  const wall = wallClock(atMs, zone);
  const day = Math.floor(wall / dayMs);
  const minute = Math.floor((wall - day * dayMs) / minuteMs);
  const [first, end] = [minuteOf(from), minuteOf(to)];
  const isToday = weekdays.includes(weekdayOf(day));
  if (first < end) return isToday && minute >= first && minute < end;
  // The window spans midnight: the part after midnight belongs to the weekday on which it started.
  return (isToday && minute >= first) || (weekdays.includes(weekdayOf(day - 1)) && minute < end);
}

/** Whether a rule may be evaluated now; always true without windows. */
export const isOpen = (windows: readonly ExecutionWindow[], atMs: number): boolean =>
  windows.length === 0 || windows.some((window) => isWithin(window, atMs));
