import { z } from 'zod';
import { dayMs, hourMs, standardMs } from '../calendar.ts';
import { chance, hash, noise } from '../hash.ts';
import { defineSignal } from '../signal.ts';
import { totalOf, usageNames, usageVariants } from '../usage.ts';

/** What has run through a meter, which never runs backwards, or how much runs through it in an hour. */
export const signal = defineSignal({
  kind: 'meter',
  parameters: {
    measure: z.enum(['total', 'rate']).default('total'),
    /** On an average day; each meter has its own, by half more or less. */
    perDay: z.number().positive(),
    usage: z.enum(usageNames).default('home'),
    /** The colder it is, the more. */
    heating: z.boolean().default(false),
    /** Where it stood at the beginning of 2024, at most. */
    startUpTo: z.number().nonnegative().default(0),
    /** It is drawn in portions of so much, and nothing runs between two of them; 0: it runs all the time. */
    portion: z.number().nonnegative().default(0),
    leakPerHour: z.number().nonnegative().default(0),
    leakSinceDaysAgo: z.number().default(0),
    /** Over how long a rate is taken. */
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
      // People are early or late, never backwards: the slopes of both, 3 × 0.04 and 3 × 0.2, stay below 1 together.
      const early =
        0.04 * dayMs * noise(dayNoise, clock / dayMs) + 0.6 * hourMs * noise(hourNoise, clock / (3 * hourMs));
      const leaked = (Math.max(0, atMs - leakMs) / hourMs) * leakPerHour;
      const drawn = start + perDay * total(clock + early);
      // A leak does not wait for anybody to turn a tap.
      return Math.max(0, (portion > 0 ? Math.floor(drawn / portion) * portion : drawn) + leaked);
    }

    if (measure === 'total') return totalAt;
    const windowMs = windowMinutes * 60_000;
    return (atMs) => ((totalAt(atMs) - totalAt(atMs - windowMs)) * 60) / windowMinutes;
  },
});
