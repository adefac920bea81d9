import { type WidgetSeries, widgetLimits } from '@stellwerk/contract/widget';
import type { LiveValue } from '@stellwerk/plugin/widget-web';
import type { ChartData } from './data.ts';
import { numberOf } from './determine.ts';
import type { ChartOptions } from './manifest.ts';

type Span = { fromMs: number; toMs: number };
type Point = WidgetSeries['points'][number];

/** New values of a line by time; for equal times the later one. */
function pointsOf(values: readonly LiveValue[], { fromMs, toMs }: Span): Point[] {
  const points = values.flatMap(({ atMs, value }): Point[] =>
    atMs === null || atMs < fromMs || atMs > toMs || numberOf(value) === null ? [] : [[atMs, value]],
  );
  return [...new Map(points)].sort(([left], [right]) => left - right);
}

function withPoints(points: readonly Point[], added: readonly Point[]): Point[] {
  const last = points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  // New values are nearly always newer than all others, so sorting is skipped.
  if (added.every(([atMs]) => atMs > last)) return [...points, ...added];
  return [...new Map([...points, ...added])].sort(([left], [right]) => left - right);
}

function updateLine(line: WidgetSeries, values: readonly LiveValue[], span: Span): WidgetSeries {
  const added = pointsOf(values, span);
  const hasLeft = (line.points[0]?.[0] ?? Number.POSITIVE_INFINITY) < span.fromMs;
  if (added.length === 0 && !hasLeft) return line;
  const kept = hasLeft ? line.points.filter(([atMs]) => atMs >= span.fromMs) : line.points;
  return { ...line, points: withPoints(kept, added) };
}

function updateGauge(line: WidgetSeries, values: readonly LiveValue[], span: Span): WidgetSeries {
  const newest = pointsOf(values, span).at(-1);
  const isNewer = newest && newest[0] >= (line.points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY);
  return isNewer ? { ...line, points: [newest] } : line;
}

function wayOf({ chartType, data, gauge }: ChartOptions) {
  if (chartType === 'gauge') return gauge.valueDetermination === 'latest' ? updateGauge : undefined;
  return data.aggregate || chartType === 'heatmap' ? undefined : updateLine;
}

/** Appends raw values; aggregates are fetched again. */
export function updateChart(
  options: ChartOptions,
  data: ChartData,
  values: readonly LiveValue[],
  span: Span,
): ChartData | 'refetch' {
  const byState = Map.groupBy(values, ({ stateId }) => stateId);
  const concerns = data.series.some(({ stateId }) => byState.has(stateId));
  const update = wayOf(options);
  if (!update) return concerns ? 'refetch' : data;
  const series = data.series.map((line) => update(line, byState.get(line.stateId) ?? [], span));
  if (series.every((line, index) => line === data.series[index])) return data;
  // Fetches a growing line again at the limit, so that the server thins it out.
  return series.some(({ points }) => points.length > widgetLimits.points) ? 'refetch' : { ...data, series };
}
