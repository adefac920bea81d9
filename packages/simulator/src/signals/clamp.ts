import { z } from 'zod';
import { defineSignal, innerSignal } from '../signal.ts';

/** Another signal, clamped to limits. */
export const signal = defineSignal({
  kind: 'clamp',
  parameters: { of: innerSignal, from: z.number(), to: z.number() },
  build({ of, from, to }, { inner }) {
    if (from > to) throw new Error('signal clamp: from is above to');
    const course = inner(of, 0);
    return (atMs) => Math.min(to, Math.max(from, course(atMs)));
  },
});
