import { z } from 'zod';
import { dayMs, hourMs } from '../calendar.ts';
import { chance } from '../hash.ts';
import { burntHours, lightAt } from '../lighting.ts';
import { defineSignal } from '../signal.ts';

/** A lamp that is on from dusk to dawn: brightness in %, power in W, energy in kWh, or whether it is broken. */
export const signal = defineSignal({
  kind: 'streetLight',
  parameters: {
    measure: z.enum(['level', 'power', 'energy', 'isBroken']),
    watts: z.number().positive().default(42),
    /** Hours without summer time. */
    dimFromHour: z.number().min(0).max(24).default(23),
    dimToHour: z.number().min(0).max(12).default(5),
    dimPercent: z.number().min(0).max(100).default(50),
    /** `lamp`: switched on but dark; `stuck`: also on by day. */
    fault: z.enum(['none', 'lamp', 'stuck']).default('none'),
    faultSinceDaysAgo: z.number().default(0),
  },
  build({ measure, watts, dimFromHour, dimToHour, dimPercent, fault, faultSinceDaysAgo }, { seed, originMs }) {
    const dimming = { fromHour: dimFromHour, toHour: dimToHour, share: dimPercent / 100 };
    // Every twilight sensor switches at a slightly different time.
    const shiftMs = (chance(seed, 51) - 0.5) * 0.2 * hourMs;
    const full = watts * (0.95 + 0.1 * chance(seed, 52));
    const standby = 0.4;
    const faultMs = fault === 'none' ? Number.POSITIVE_INFINITY : originMs - faultSinceDaysAgo * dayMs;
    const light = (atMs: number) => (fault === 'stuck' && atMs >= faultMs ? 1 : lightAt(dimming, atMs + shiftMs));
    const power = (atMs: number) => standby + (fault === 'lamp' && atMs >= faultMs ? 0 : full * light(atMs));

    function energy(atMs: number): number {
      const burnt = burntHours(dimming, Math.min(atMs, faultMs) + shiftMs);
      const stuckHours = fault === 'stuck' ? Math.max(0, atMs - faultMs) / hourMs : 0;
      const standbyHours = Math.max(0, atMs - Date.UTC(2024, 0, 1)) / hourMs;
      return (full * (burnt + stuckHours) + standby * standbyHours) / 1_000;
    }

    const measures = {
      level: (atMs: number) => light(atMs) * 100,
      power,
      energy,
      isBroken: (atMs: number) => fault === 'lamp' && atMs >= faultMs,
    };
    return measures[measure];
  },
});
