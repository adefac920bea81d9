import { z } from 'zod';
import { dayMs, hourMs } from '../calendar.ts';
import { chance, noise } from '../hash.ts';
import { defineSignal } from '../signal.ts';

/** Discharge curve of lithium cells: flat for most of their life, then falling. */
const voltageShare = (share: number) =>
  share > 0.15 ? 0.8 + 0.2 * ((share - 0.15) / 0.85) : 0.8 * (share / 0.15) ** 0.6;

/**
 * A battery that discharges and is replaced when empty. Its age at the origin is random unless `percentAtOrigin` is
 * set.
 */
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
    // Without the salt, so that percent and volts of a sender describe the same battery.
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
