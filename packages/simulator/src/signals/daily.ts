import { onCurve, weeklyCurve } from '../curve.ts';
import { defineSignal } from '../signal.ts';

/** The same curve every day, except on weekends: hours with values, interpolated. */
export const signal = defineSignal({
  kind: 'daily',
  parameters: weeklyCurve,
  build: (curve) => (atMs) => onCurve(curve, atMs),
});
