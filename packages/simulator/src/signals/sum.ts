import { z } from 'zod';
import { defineSignal, innerSignal } from '../signal.ts';

/** The sum of several signals. */
export const signal = defineSignal({
  kind: 'sum',
  parameters: { of: z.array(innerSignal).min(1) },
  build({ of }, { inner }) {
    const courses = of.map(inner);
    return (atMs) => {
      let sum = 0;
      for (const course of courses) sum += course(atMs);
      return sum;
    };
  },
});
