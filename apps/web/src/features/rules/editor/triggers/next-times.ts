import { instantOf, wallOf } from '@stellwerk/contract/core/zone-time';
import type { TimeTrigger } from '@stellwerk/contract/rule';

const dayMs = 86_400_000;
/** The 29th of February alone comes once in four years, or in eight. */
const furthestDays = 8 * 366;

const dateOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);

/** The times of a day, as the clock on the wall shows them. */
function wallTimes(midnight: number, { hourly, hour, minute }: TimeTrigger): number[] {
  const hours = hourly ? Array.from({ length: Math.ceil(24 / hour) }, (_, index) => index * hour) : [hour];
  return hours.map((each) => midnight + (each * 60 + minute) * 60_000);
}

/** The next occurrences, by the clock of the trigger's zone. */
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
    // Several times that the clock skips fall on the same moment.
    found.push(...[...new Set(instants)].filter((instant) => instant > afterMs));
  }
  return found.slice(0, count);
}
