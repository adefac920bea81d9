import type { Answers, ChartModel, TimePoint } from './chart-model.ts';

/** Inserts an empty point into every stretch longer than `gapAfterMs`, so that no line crosses it. */
export function withGaps(points: readonly TimePoint[], gapAfterMs: number | undefined): TimePoint[] {
  if (gapAfterMs === undefined) return [...points];
  return points.flatMap((point, index): TimePoint[] => {
    const before = points[index - 1];
    const isGap = before !== undefined && point[0] - before[0] > gapAfterMs;
    return isGap ? [[before[0] + 1, null], point] : [point];
  });
}

/** Points without a neighbour to connect to: a line chart would not show them. */
export function lonePoints(points: readonly TimePoint[]): TimePoint[] {
  const isDrawn = (point: TimePoint | undefined) => point !== undefined && point[1] !== null;
  return points.filter((point, index) => isDrawn(point) && !isDrawn(points[index - 1]) && !isDrawn(points[index + 1]));
}

/** Interpolates between two points of a line; undefined beyond its ends or in a gap. */
function valueAt(points: readonly TimePoint[], index: number, atMs: number, gapAfterMs: number | undefined) {
  const [before, after] = [points[index - 1], points[index]];
  if (!before || !after || before[1] === null || after[1] === null) return null;
  const widthMs = after[0] - before[0];
  if (gapAfterMs !== undefined && widthMs > gapAfterMs) return null;
  return before[1] + ((after[1] - before[1]) * (atMs - before[0])) / widthMs;
}

/** The line at the given times, which include all its own times: the library stacks lines point by point. */
export function alignedTo(
  timesMs: readonly number[],
  points: readonly TimePoint[],
  { isJoined, gapAfterMs }: { isJoined: boolean; gapAfterMs: number | undefined },
): TimePoint[] {
  let index = 0;
  return timesMs.map((atMs): TimePoint => {
    while (index < points.length && (points[index]?.[0] ?? 0) < atMs) index += 1;
    const point = points[index];
    if (point?.[0] === atMs) return point;
    return [atMs, isJoined ? valueAt(points, index, atMs, gapAfterMs) : null];
  });
}

export interface SeriesSummary {
  name: string;
  unit: string | undefined;
  last: number;
  least: number;
  most: number;
  /** For boolean series. */
  answers?: Answers;
}

function summaryOf(name: string, unit: string | undefined, values: readonly (number | null)[]): SeriesSummary[] {
  const numbers = values.filter((value) => value !== null);
  const last = numbers.at(-1);
  if (last === undefined) return [];
  // Not Math.min(...numbers): a long series exceeds the maximum number of arguments.
  const least = numbers.reduce((smallest, value) => Math.min(smallest, value), last);
  const most = numbers.reduce((largest, value) => Math.max(largest, value), last);
  return [{ name, unit, last, least, most }];
}

/** The last, minimum and maximum value of each series, for screen readers. */
export function summarise(model: ChartModel): SeriesSummary[] {
  switch (model.kind) {
    case 'time':
      return model.series.flatMap(({ name, unit, points, answers }) =>
        summaryOf(
          name,
          unit,
          points.map(([, value]) => value),
        ).map((summary) => (answers ? { ...summary, answers } : summary)),
      );
    case 'bar':
      return model.series.flatMap(({ name, unit, values }) => summaryOf(name, unit, values));
    case 'gauge':
      return model.dials.flatMap(({ name, unit, value }) => summaryOf(name, unit, [value]));
    case 'heatmap':
      return summaryOf(
        '',
        model.unit,
        model.cells.map(([, , value]) => value),
      );
    case 'spark':
      return summaryOf(
        '',
        undefined,
        model.points.map(([, value]) => value),
      );
    case 'custom':
      return [];
  }
}
