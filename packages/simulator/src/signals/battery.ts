import { z } from 'zod';
import { dayMs, hourMs } from '../calendar.ts';
import { chance, noise } from '../hash.ts';
import { defineSignal } from '../signal.ts';

/** Flat for most of its life, then it falls: lithium cells look like this. */
const voltageShare = (share: number) =>
  share > 0.15 ? 0.8 + 0.2 * ((share - 0.15) / 0.85) : 0.8 * (share / 0.15) ** 0.6;

/** A cell that empties and, when it is empty, gets a successor. Its age at the origin is of its own, unless it is said. */
export const signal = defineSignal({
  kind: 'battery',
  parameters: {
    measure: z.enum(['percent', 'voltage']).default('percent'),
    lifeDays: z.number().positive().default(2_000),
    percentAtOrigin: z.number().min(0).max(100).optional(),
    fullVolts: z.number().default(3.65),
    emptyVolts: z.number().default(2.5),
  },
  build({ measure, lifeDays, percentAtOrigin, fullVolts, emptyVolts }, { seed, originMs }) {
    // Not the salt: percent and volts of a sender are of the same cell.
    const left = percentAtOrigin === undefined ? 0.3 + 0.7 * chance(seed, 21) : percentAtOrigin / 100;
    const deadMs = originMs + left * lifeDays * dayMs;
    const lifeMs = lifeDays * dayMs;
    return (atMs) => {
      const rest = (deadMs - atMs) / lifeMs;
      const share = rest - Math.ceil(rest) + 1;
      if (measure === 'percent') return share * 100;
      const sag = 0.01 * noise(seed, atMs / (6 * hourMs));
      return emptyVolts + (fullVolts - emptyVolts) * voltageShare(share) + sag;
    };
  },
});
