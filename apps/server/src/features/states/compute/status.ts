import { type Bands, statusAmong } from '@stellwerk/contract/state';
import { statuses } from '@stellwerk/contract/twin';
import type { JsonValue } from '../../../platform/history/history.ts';

export interface Limits {
  lowerBound: number | null;
  upperBound: number | null;
  visualisation: Bands;
}

/** 0 unknown, 1 ok, 2 warning, 3 error. Values without limits, and values that are not numbers, are unknown. */
export function statusOf(value: JsonValue, { lowerBound, upperBound, visualisation }: Limits): number {
  const isLimited = lowerBound !== null || upperBound !== null || visualisation.thresholds.length > 0;
  if (typeof value !== 'number' || !isLimited) return statuses.indexOf('unknown');
  const isOutside = value < (lowerBound ?? value) || value > (upperBound ?? value);
  return statuses.indexOf(isOutside ? 'error' : (statusAmong(value, visualisation) ?? 'ok'));
}
