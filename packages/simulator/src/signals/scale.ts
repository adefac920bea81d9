import { z } from 'zod';
import { defineSignal, innerSignal } from '../signal.ts';

/** Another signal, multiplied by a factor, plus an offset. */
export const signal = defineSignal({
  kind: 'scale',
  parameters: { of: innerSignal, factor: z.number().default(1), offset: z.number().default(0) },
  build({ of, factor, offset }, { inner }) {
    const course = inner(of, 0);
    return (atMs) => course(atMs) * factor + offset;
  },
});
