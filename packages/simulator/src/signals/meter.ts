import { z } from 'zod';
import { dayMs, hourMs, standardMs } from '../calendar.ts';
import { chance, hash, noise } from '../hash.ts';
import { defineSignal } from '../signal.ts';
import { totalOf, usageNames, usageVariants } from '../usage.ts';

/** The reading of a meter, which never runs backwards, or its flow per hour. */
export const signal = defineSignal({
  kind: 'meter',
  parameters: {
    measure: z.enum(['total', 'rate']).default('total'),
    /** Average use per day; each meter's own use is 0.6 to 1.5 times as much. */
    perDay: z.number().positive(),
    usage: z.enum(usageNames).default('home'),
    /** Use rises in cold weather. */
    heating: z.boolean().default(false),
    /** Maximum reading at the beginning of 2024. */
    startUpTo: z.number().nonnegative().default(0),
    /** Size of the portions in which it is used, without flow between them; 0 for continuous flow. */
    portion: z.number().nonnegative().default(0),
    leakPerHour: z.number().nonnegative().default(0),
    leakSinceDaysAgo: z.number().default(0),
    /** Window over which a rate is computed. */
    windowMinutes: z.number().positive().default(60),
  },
  build(parameters, { seed, originMs }) {
    const { measure, portion, leakPerHour, windowMinutes } = parameters;
    const perDay = parameters.perDay * (0.6 + 0.9 * chance(seed, 41) ** 1.5);
    const start = parameters.startUpTo * (0.2 + 0.8 * chance(seed, 42));
    const total = totalOf(parameters.usage, parameters.heating, hash(seed, 43) % usageVariants);
    const leakMs = originMs - parameters.leakSinceDaysAgo * dayMs;
    const dayNoise = hash(seed, 44);
    const hourNoise = hash(seed, 45);

    function totalAt(atMs: number): number {
      const clock = standardMs(atMs);
      // Use is shifted in time but never runs backwards: the slopes 3 × 0.04 and 3 × 0.2 sum up to less than 1.
      const early =
        0.04 * dayMs * noise(dayNoise, clock / dayMs) + 0.6 * hourMs * noise(hourNoise, clock / (3 * hourMs));
      const leaked = (Math.max(0, atMs - leakMs) / hourMs) * leakPerHour;
      const drawn = start + perDay * total(clock + early);
      // A leak flows continuously, not in portions.
      return Math.max(0, (portion > 0 ? Math.floor(drawn / portion) * portion : drawn) + leaked);
    }

    if (measure === 'total') return totalAt;
    const windowMs = windowMinutes * 60_000;
    return (atMs) => ((totalAt(atMs) - totalAt(atMs - windowMs)) * 60) / windowMinutes;
  },
});
