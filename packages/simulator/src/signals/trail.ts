import { numberOf } from '@stellwerk/plugin/payload';
import { z } from 'zod';
import { defineSignal } from '../signal.ts';

/** Recent values of another quantity of the same sender: now, one step ago, two steps ago … */
export const signal = defineSignal({
  kind: 'trail',
  parameters: {
    quantity: z.string(),
    count: z.int().min(1).max(100),
    stepMinutes: z.number().positive(),
  },
  build({ quantity, count, stepMinutes }, context) {
    const course = context.quantity(quantity);
    const stepMs = stepMinutes * 60_000;
    return (atMs) => Array.from({ length: count }, (_, step) => numberOf(course(atMs - step * stepMs)));
  },
});
