import { z } from 'zod';
import { hourMs } from '../calendar.ts';
import { onCurve, weeklyCurve } from '../curve.ts';
import { noise } from '../hash.ts';
import { defineSignal } from '../signal.ts';

const inTown = {
  weekday: [
    [5, 0.15],
    [8, 0.6],
    [10.5, 0.92],
    [14, 0.85],
    [17, 0.95],
    [20, 0.5],
    [23, 0.25],
  ] as [number, number][],
  sunday: [
    [6, 0.15],
    [11, 0.45],
    [15, 0.7],
    [19, 0.5],
    [23, 0.2],
  ] as [number, number][],
};

/** Occupied or free for about so many minutes, with the probability of the hour's demand (0 to 1). */
export const signal = defineSignal({
  kind: 'presence',
  parameters: {
    demand: z.object(weeklyCurve).default(inTown),
    stayMinutes: z.number().positive().default(70),
  },
  build({ demand, stayMinutes }, { salt }) {
    const stayHours = stayMinutes / 60;
    return (atMs) => (noise(salt, atMs / (stayHours * hourMs)) + 1) / 2 < onCurve(demand, atMs);
  },
});
