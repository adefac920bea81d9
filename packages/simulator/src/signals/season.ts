import { z } from 'zod';
import { dayMs, yearShareOf } from '../calendar.ts';
import { defineSignal } from '../signal.ts';

/** A yearly cycle with its maximum on a given day of the year (200 is in July). */
export const signal = defineSignal({
  kind: 'season',
  parameters: { mean: z.number(), amplitude: z.number(), peakDay: z.number().default(200) },
  build:
    ({ mean, amplitude, peakDay }) =>
    (atMs) =>
      mean + amplitude * Math.cos(2 * Math.PI * (yearShareOf(atMs / dayMs) - peakDay / 365.2425)),
});
