import { numberOf } from '@stellwerk/plugin/payload';
import { z } from 'zod';
import { berlinMs, dayMs, dayOf } from '../calendar.ts';
import { defineSignal } from '../signal.ts';

/** The increase of a meter of the same sender since midnight, or on an earlier day. */
export const signal = defineSignal({
  kind: 'ofDay',
  parameters: { quantity: z.string(), daysAgo: z.int().min(0).max(31).default(0) },
  build({ quantity, daysAgo }, context) {
    const course = context.quantity(quantity);
    return (atMs) => {
      const clock = berlinMs(atMs);
      const midnightMs = dayOf(clock) * dayMs - (clock - atMs);
      const fromMs = midnightMs - daysAgo * dayMs;
      const toMs = daysAgo === 0 ? atMs : fromMs + dayMs;
      return numberOf(course(toMs)) - numberOf(course(fromMs));
    };
  },
});
