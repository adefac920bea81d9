import type { TimePoint } from '../../../ui/chart/chart-model.ts';
import { numberOf } from '../values/value-view.ts';
import type { TileHistory, TileState } from './tile-types.ts';

/** Numbers of a history for a chart; booleans become 0 and 1, a text that is no number a gap. */
export const pointsOf = ({ points }: Pick<TileHistory, 'points'>): TimePoint[] =>
  points.map(([atMs, value]) => [atMs, numberOf(value)]);

/** The history and what has come since it was read, so that a live value needs no new reading. */
export function withNewest(points: readonly TimePoint[], since: readonly TimePoint[]): TimePoint[] {
  const lastMs = points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  return [...points, ...since.filter(([atMs]) => atMs > lastMs)];
}

/** From which distance on two points are not joined: two bins of a thinned line, else how long a value is valid. */
export function lineGapMs(binMs: number | null, validSeconds: number | null): number | undefined {
  if (binMs !== null) return binMs * 2;
  return validSeconds === null ? undefined : validSeconds * 1000;
}

export const isStepped = ({ valueType, layout }: Pick<TileState, 'valueType' | 'layout'>) =>
  valueType === 'boolean' || layout === 'boolean';
