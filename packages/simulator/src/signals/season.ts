import { z } from 'zod';
import { dayMs, yearShareOf } from '../calendar.ts';
import { defineSignal } from '../signal.ts';

/** Once up and down a year, highest on a day of the year (200 is in July). */
export const signal = defineSignal({
  kind: 'season',
  parameters: { mean: z.number(), amplitude: z.number(), peakDay: z.number().default(200) },
  build:
    ({ mean, amplitude, peakDay }) =>
    (atMs) =>
      mean + amplitude * Math.cos(2 * Math.PI * (yearShareOf(atMs / dayMs) - peakDay / 365.2425)),
});
