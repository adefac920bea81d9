import { numberOf } from '@stellwerk/plugin/payload';
import { z } from 'zod';
import { defineSignal } from '../signal.ts';

/** Another quantity of the same sender, multiplied by a factor, plus an offset. */
export const signal = defineSignal({
  kind: 'same',
  parameters: { quantity: z.string(), factor: z.number().default(1), offset: z.number().default(0) },
  build({ quantity, factor, offset }, context) {
    const course = context.quantity(quantity);
    return (atMs) => numberOf(course(atMs)) * factor + offset;
  },
});
