import type { VisualisationOptions } from '@stellwerk/contract/state';
import type { JsonValue } from '../../../platform/history/history.ts';

export interface Limits {
  lowerBound: number | null;
  upperBound: number | null;
  visualisation: Pick<VisualisationOptions, 'thresholds' | 'direction'>;
}

const [unknown, ok, warning, error] = [0, 1, 2, 3] as const;

function byThresholds(value: number, { thresholds, direction }: Limits['visualisation']): number {
  const [first, last = first] = thresholds;
  if (first === undefined || last === undefined) return ok;
  const [below, above] = direction === 'ascending' ? [ok, error] : [error, ok];
  if (value < first) return below;
  return value >= last ? above : warning;
}

/** 0 unknown, 1 ok, 2 warning, 3 error. Values without limits, and values that are not numbers, are unknown. */
export function statusOf(value: JsonValue, limits: Limits): number {
  const { lowerBound, upperBound, visualisation } = limits;
  const isLimited = lowerBound !== null || upperBound !== null || visualisation.thresholds.length > 0;
  if (typeof value !== 'number' || !isLimited) return unknown;
  const isOutside = value < (lowerBound ?? value) || value > (upperBound ?? value);
  return isOutside ? error : byThresholds(value, visualisation);
}
