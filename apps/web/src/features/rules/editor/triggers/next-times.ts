import type { TimeTrigger } from '@stellwerk/contract/rule';
import { instantOf, wallOf } from '../../../../ui/time/zone-time.ts';

const dayMs = 86_400_000;
/** The 29th of February recurs after four years, or after eight. */
const furthestDays = 8 * 366;

const dateOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);

/** The times of a day in local time. */
function wallTimes(midnight: number, { hourly, hour, minute }: TimeTrigger): number[] {
  const hours = hourly ? Array.from({ length: Math.ceil(24 / hour) }, (_, index) => index * hour) : [hour];
  return hours.map((each) => midnight + (each * 60 + minute) * 60_000);
}

/** The next occurrences, in the trigger's time zone. */
export function nextTimes(trigger: TimeTrigger, afterMs: number, count: number): number[] {
  const { zone, monthDays, startDate, endDate } = trigger;
  const today = Math.floor(wallOf(afterMs, zone) / dayMs) * dayMs;
  const first = startDate ? Math.max(today, Date.parse(startDate)) : today;
  const found: number[] = [];
  for (let day = 0; day < furthestDays && found.length < count; day += 1) {
    const midnight = first + day * dayMs;
    if (endDate && dateOf(midnight) > endDate) break;
    if (monthDays.length > 0 && !monthDays.includes(new Date(midnight).getUTCDate())) continue;
    const instants = wallTimes(midnight, trigger).map((wall) => instantOf(wall, zone));
    // Several skipped times fall on the same instant.
    found.push(...[...new Set(instants)].filter((instant) => instant > afterMs));
  }
  return found.slice(0, count);
}
