import { z } from 'zod';
import { dayMs } from '../calendar.ts';
import { defineSignal } from '../signal.ts';

/** A drifting sensor: 0 until so many days before the origin, then increasing every day up to a limit. */
export const signal = defineSignal({
  kind: 'drift',
  parameters: {
    perDay: z.number(),
    sinceDaysAgo: z.number().default(365),
    limit: z.number().nonnegative().default(1_000),
  },
  build({ perDay, sinceDaysAgo, limit }, { originMs }) {
    const fromMs = originMs - sinceDaysAgo * dayMs;
    return (atMs) => {
      const drifted = (Math.max(0, atMs - fromMs) / dayMs) * perDay;
      return Math.min(limit, Math.max(-limit, drifted));
    };
  },
});
