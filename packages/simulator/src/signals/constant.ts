import { z } from 'zod';
import { defineSignal } from '../signal.ts';

/** Always the same. */
export const signal = defineSignal({
  kind: 'constant',
  parameters: { value: z.json() },
  build:
    ({ value }) =>
    () =>
      value,
});
