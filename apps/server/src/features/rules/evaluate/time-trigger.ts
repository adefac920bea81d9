import type { TimeTrigger } from '@stellwerk/contract/rule';
import { dayMs, momentOf, wallClock } from '../../../platform/clock/zone-clock.ts';

const [hourMs, minuteMs] = [3_600_000, 60_000];

/** Every date of a month comes round within so many days, the 31st included. */
const longestWaitDays = 62;

const dayOfDate = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);

function isDay({ monthDays, startDate, endDate }: TimeTrigger, day: number): boolean {
  if (startDate !== null && day < dayOfDate(startDate)) return false;
  if (endDate !== null && day > dayOfDate(endDate)) return false;
  return monthDays.length === 0 || monthDays.includes(new Date(day * dayMs).getUTCDate());
}

/** The moments of one day on the clock of the zone, in order; two that the clock skips may come at once. */
function timesOf(trigger: TimeTrigger, day: number): number[] {
  const { hourly, hour, minute, zone } = trigger;
  if (!isDay(trigger, day)) return [];
  const hours = hourly ? Array.from({ length: Math.ceil(24 / hour) }, (_, index) => index * hour) : [hour];
  return hours.map((each) => momentOf(day * dayMs + each * hourMs + minute * minuteMs, zone));
}

/** Wall days on which something may happen at or after a moment, and how many of them are worth a look. */
const firstDay = ({ zone, startDate }: TimeTrigger, atMs: number): number =>
  Math.max(Math.floor(wallClock(atMs, zone) / dayMs) - 1, startDate === null ? -Infinity : dayOfDate(startDate));

const lastDay = ({ zone, endDate }: TimeTrigger, atMs: number): number =>
  Math.min(Math.floor(wallClock(atMs, zone) / dayMs) + 1, endDate === null ? Infinity : dayOfDate(endDate));

/** All moments in (from, to], in order and each once. */
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

/** The first moment after this one; null: never again. */
export function nextTime(trigger: TimeTrigger, afterMs: number): number | null {
  const first = firstDay(trigger, afterMs);
  for (let day = first; day <= first + longestWaitDays + 2; day += 1) {
    const found = timesOf(trigger, day).find((at) => at > afterMs);
    if (found !== undefined) return found;
  }
  return null;
}

/** The newest moment in (from, to]; null: there is none. */
export function lastTime(trigger: TimeTrigger, fromMs: number, toMs: number): number | null {
  const last = lastDay(trigger, toMs);
  const first = Math.max(firstDay(trigger, fromMs), last - longestWaitDays - 2);
  for (let day = last; day >= first; day -= 1) {
    const found = timesOf(trigger, day).findLast((at) => at <= toMs);
    if (found !== undefined) return found > fromMs ? found : null;
  }
  return null;
}
