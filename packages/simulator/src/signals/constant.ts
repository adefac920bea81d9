import { z } from 'zod';
import { defineSignal } from '../signal.ts';

/** A constant value. */
export const signal = defineSignal({
  kind: 'constant',
  parameters: { value: z.json() },
  build:
    ({ value }) =>
    () =>
      value,
});
