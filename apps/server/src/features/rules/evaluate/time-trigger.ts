import type { TimeTrigger } from '@stellwerk/contract/rule';
import { dayMs, momentOf, wallClock } from '../../../platform/clock/zone-clock.ts';

const [hourMs, minuteMs] = [3_600_000, 60_000];

/** Every day of the month, including the 31st, recurs within this many days. */
const longestWaitDays = 62;

const dayOfDate = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);

function isDay({ monthDays, startDate, endDate }: TimeTrigger, day: number): boolean {
  if (startDate !== null && day < dayOfDate(startDate)) return false;
  if (endDate !== null && day > dayOfDate(endDate)) return false;
  return monthDays.length === 0 || monthDays.includes(new Date(day * dayMs).getUTCDate());
}

/** The times of one day in the zone, in order; times that the clock skips may coincide. */
function timesOf(trigger: TimeTrigger, day: number): number[] {
  const { hourly, hour, minute, zone } = trigger;
  if (!isDay(trigger, day)) return [];
  const hours = hourly ? Array.from({ length: Math.ceil(24 / hour) }, (_, index) => index * hour) : [hour];
  return hours.map((each) => momentOf(day * dayMs + each * hourMs + minute * minuteMs, zone));
}

/** The first and last wall-clock day to search for times. */
const firstDay = ({ zone, startDate }: TimeTrigger, atMs: number): number =>
  Math.max(Math.floor(wallClock(atMs, zone) / dayMs) - 1, startDate === null ? -Infinity : dayOfDate(startDate));

const lastDay = ({ zone, endDate }: TimeTrigger, atMs: number): number =>
  Math.min(Math.floor(wallClock(atMs, zone) / dayMs) + 1, endDate === null ? Infinity : dayOfDate(endDate));

/** All times in (from, to], ascending and without duplicates. */
export function* timesBetween(trigger: TimeTrigger, fromMs: number, toMs: number): Generator<number, undefined> {
  let before = fromMs;
  const last = lastDay(trigger, toMs);
  for (let day = firstDay(trigger, fromMs); day <= last; day += 1) {
    for (const at of timesOf(trigger, day)) {
      if (at <= before || at > toMs) continue;
      before = at;
      yield at;
    }
  }
}

/** The first time after this one; null if there is none. */
export function nextTime(trigger: TimeTrigger, afterMs: number): number | null {
  const first = firstDay(trigger, afterMs);
  for (let day = first; day <= first + longestWaitDays + 2; day += 1) {
    const found = timesOf(trigger, day).find((at) => at > afterMs);
    if (found !== undefined) return found;
  }
  return null;
}

/** The last time in (from, to]; null if there is none. */
export function lastTime(trigger: TimeTrigger, fromMs: number, toMs: number): number | null {
  const last = lastDay(trigger, toMs);
  const first = Math.max(firstDay(trigger, fromMs), last - longestWaitDays - 2);
  for (let day = last; day >= first; day -= 1) {
    const found = timesOf(trigger, day).findLast((at) => at <= toMs);
    if (found !== undefined) return found > fromMs ? found : null;
  }
  return null;
}
