import { z } from 'zod';
import { hourMs } from '../calendar.ts';
import { noise } from '../hash.ts';
import { defineSignal } from '../signal.ts';

/** Smooth noise between -amplitude and +amplitude that changes over about so many hours. */
export const signal = defineSignal({
  kind: 'noise',
  parameters: { amplitude: z.number().nonnegative(), hours: z.number().positive().default(1) },
  build:
    ({ amplitude, hours }, { salt }) =>
    (atMs) =>
      amplitude * noise(salt, atMs / (hours * hourMs)),
});
