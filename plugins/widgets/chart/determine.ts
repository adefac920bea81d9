import type { ValueDetermination, WidgetValue } from '@stellwerk/contract/widget';

export type NumberPoint = readonly [atMs: number, value: number];

/** Converts booleans to 1 and 0; other values can't be charted. */
export function numberOf(value: WidgetValue): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export const numberPoints = (points: readonly (readonly [number, WidgetValue])[]): NumberPoint[] =>
  points.flatMap(([atMs, value]): NumberPoint[] => {
    const number = numberOf(value);
    return number === null ? [] : [[atMs, number]];
  });

const sumOf = (points: readonly NumberPoint[]) => points.reduce((sum, [, value]) => sum + value, 0);

const ways: Record<ValueDetermination, (points: readonly [NumberPoint, ...NumberPoint[]]) => number> = {
  min: (points) => points.reduce((least, [, value]) => Math.min(least, value), Number.POSITIVE_INFINITY),
  max: (points) => points.reduce((most, [, value]) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  sum: sumOf,
  average: (points) => sumOf(points) / points.length,
  earliest: (points) => points.reduce((found, point) => (point[0] < found[0] ? point : found))[1],
  latest: (points) => points.reduce((found, point) => (point[0] >= found[0] ? point : found))[1],
};

/** Reduces points to one number; null without points. */
export function determine(points: readonly NumberPoint[], way: ValueDetermination): number | null {
  const [first, ...rest] = points;
  return first ? ways[way]([first, ...rest]) : null;
}
