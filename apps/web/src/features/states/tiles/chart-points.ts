import type { TimePoint } from '../../../ui/chart/chart-model.ts';
import { numberOf } from '../values/value-view.ts';
import type { TileHistory, TileState } from './tile-types.ts';

/** Numbers of a history for a chart; booleans become 0 and 1, a text that is no number a gap. */
export const pointsOf = ({ points }: { points: readonly Readonly<TileHistory['points'][number]>[] }): TimePoint[] =>
  points.map(([atMs, value]) => [atMs, numberOf(value)]);

/** The history and what has come since it was read, so that a live value needs no new reading. */
export function withNewest(points: readonly TimePoint[], since: readonly TimePoint[]): TimePoint[] {
  const lastMs = points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  return [...points, ...since.filter(([atMs]) => atMs > lastMs)];
}

const leastIntervals = 6;

/** The usual distance of points, as soon as there are enough of them to have a habit. */
function rhythmMs(points: readonly TimePoint[]): number | undefined {
  if (points.length <= leastIntervals) return undefined;
  const intervals = points.slice(1).map(([atMs], index) => atMs - (points[index]?.[0] ?? atMs));
  return intervals.sort((a, b) => a - b)[Math.floor(intervals.length / 2)];
}

interface Line {
  points: readonly TimePoint[];
  binMs: number | null;
  validSeconds: number | null;
}

/**
 * From which distance on two points are not joined: two bins of a thinned line, else how long a value is valid, else a
 * silence of five times the usual distance.
 */
export function lineGapMs({ points, binMs, validSeconds }: Line): number | undefined {
  if (binMs !== null) return binMs * 2;
  if (validSeconds !== null) return validSeconds * 1000;
  const rhythm = rhythmMs(points);
  return rhythm === undefined ? undefined : rhythm * 5;
}

export const isStepped = ({ valueType, layout }: Pick<TileState, 'valueType' | 'layout'>) =>
  valueType === 'boolean' || layout === 'boolean';
