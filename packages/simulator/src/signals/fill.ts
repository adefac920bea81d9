import { z } from 'zod';
import { berlinMs, dayOf, hourOf, isPublicHoliday, weekdayOf } from '../calendar.ts';
import { chance, pick } from '../hash.ts';
import { defineSignal } from '../signal.ts';

/** Share of the day's waste up to an hour: none at night. */
function shareOfDay(hour: number): number {
  const share = Math.min(1, Math.max(0, (hour - 6.5) / 16));
  return share * share * (3 - 2 * share);
}

const longestDays = 28;

/**
 * A container that fills and is emptied on collection days (Monday is 0), in % or as the distance measured by a sensor
 * in its lid.
 */
export const signal = defineSignal({
  kind: 'fill',
  parameters: {
    measure: z.enum(['percent', 'distance']).default('percent'),
    /** Average; each container has its own rate. */
    percentPerDay: z.number().positive().default(17),
    collectionDays: z.array(z.int().min(0).max(6)).default([0, 3]),
    /** Share of collections that skip the container. */
    missed: z.number().min(0).max(1).default(0.06),
    /** The container has not been emptied since then. */
    forgottenSinceDaysAgo: z.number().optional(),
    depthMm: z.number().positive().default(1_200),
    /** Distance between the sensor and a full container. */
    freeMm: z.number().nonnegative().default(250),
  },
  build(parameters, { seed, originMs }) {
    const { measure, percentPerDay, missed, depthMm, freeMm } = parameters;
    const collectionDays = new Set(parameters.collectionDays);
    const pace = percentPerDay * (0.7 + 0.6 * chance(seed, 31));
    const collectionHour = 6.5 + pick(seed, 32, 0, 20) / 5;
    const { forgottenSinceDaysAgo } = parameters;
    const forgottenDay =
      forgottenSinceDaysAgo === undefined
        ? Number.POSITIVE_INFINITY
        : dayOf(berlinMs(originMs)) - forgottenSinceDaysAgo;

    const isEmptied = (day: number) =>
      day < forgottenDay &&
      collectionDays.has(weekdayOf(day)) &&
      !isPublicHoliday(day) &&
      chance(seed + 33, day) >= missed;
    const paceOf = (day: number) => pace * (0.5 + chance(seed + 34, day)) * (weekdayOf(day) >= 5 ? 1.35 : 1);

    function percentAt(atMs: number): number {
      const clock = berlinMs(atMs);
      const today = dayOf(clock);
      let percent = 0;
      for (let day = today; day > today - longestDays; day--) {
        const until = day === today ? hourOf(clock) : 24;
        const wasEmptied = until >= collectionHour && isEmptied(day);
        const from = wasEmptied ? shareOfDay(collectionHour) : 0;
        percent += paceOf(day) * (shareOfDay(until) - from);
        if (wasEmptied || percent >= 100) break;
      }
      return Math.min(100, percent);
    }

    if (measure === 'percent') return percentAt;
    return (atMs) => freeMm + depthMm * (1 - percentAt(atMs) / 100);
  },
});
