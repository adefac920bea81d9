import type { EChartsCoreOption } from 'echarts/core';
import { sizes } from '../theme/tokens.ts';
import { axisTime } from './axis-time.ts';
import { alignedTo, lonePoints, withGaps } from './chart-data.ts';
import type { SparkModel, TimeModel, TimePoint, TimeSeries } from './chart-model.ts';
import { type ChartContext, tooltipBox } from './chart-style.ts';
import { type TooltipRow, tooltipElement } from './chart-tooltip.ts';
import { cursorLine, markAt, markSeries, spansOf } from './time-marks.ts';
import { type Axes, axesOf, frameOf, valueAxes } from './value-axes.ts';
import { seriesText, valueText } from './value-text.ts';

interface AxisParams {
  seriesIndex?: number;
  dataIndex?: number;
  color?: unknown;
  value?: unknown;
  axisValue?: unknown;
}

const isParams = (params: unknown): params is AxisParams[] => Array.isArray(params);

function timeTooltip(model: TimeModel, { formats, exactTime }: ChartContext) {
  const textOf = valueText(model, formats);
  return (params: unknown): HTMLElement => {
    const hits = isParams(params) ? params : [];
    const rows = hits.flatMap(({ seriesIndex = -1, dataIndex = -1, color, value }): TooltipRow[] => {
      const series = model.series[seriesIndex];
      const number: unknown = Array.isArray(value) ? value[1] : undefined;
      const mark = markAt(model, seriesIndex, dataIndex);
      if (mark) {
        return [{ colour: undefined, name: mark.label, value: mark.value === null ? '' : textOf(mark.value) }];
      }
      if (!series || typeof number !== 'number') return [];
      const text = [seriesText(series, formats)(number), series.unit].filter(Boolean).join(' ');
      return [{ colour: typeof color === 'string' ? color : undefined, name: series.name, value: text }];
    });
    return tooltipElement(exactTime(Number(hits[0]?.axisValue)), rows);
  };
}

const gapOf = (series: TimeSeries, model: TimeModel) => series.gapAfterMs ?? model.gapAfterMs;

/** The times of all stacked series. */
function stackedTimes({ series }: TimeModel): number[] {
  return [...new Set(series.flatMap(({ points }) => points.map(([atMs]) => atMs)))].sort((a, b) => a - b);
}

function drawnPoints(series: TimeSeries, model: TimeModel, timesMs: readonly number[] | undefined): TimePoint[] {
  const gapAfterMs = gapOf(series, model);
  if (timesMs) return alignedTo(timesMs, series.points, { isJoined: series.shape !== 'bar', gapAfterMs });
  return series.shape === 'bar' ? [...series.points] : withGaps(series.points, gapAfterMs);
}

function shapeOption({ shape = 'line', smooth = false }: TimeSeries, isStacked: boolean) {
  if (shape === 'bar') return { itemStyle: isStacked ? {} : { borderRadius: [2, 2, 0, 0] } };
  return {
    sampling: isStacked ? undefined : 'minmax',
    ...(shape === 'step' ? { step: 'end' } : {}),
    ...(shape === 'area' || isStacked ? { areaStyle: { opacity: isStacked ? 0.35 : 0.12 } } : {}),
    ...(smooth ? { smooth: 0.35, smoothMonotone: 'x' } : {}),
  };
}

interface Drawing {
  model: TimeModel;
  context: ChartContext;
  axes: Axes;
  /** Present for stacked series. */
  timesMs: readonly number[] | undefined;
}

function seriesOption(series: TimeSeries, index: number, { model, context, axes, timesMs }: Drawing) {
  const { colours, axisText } = context;
  const colour = colours.data[index % colours.data.length];
  const isBar = series.shape === 'bar';
  const thresholds = index === 0 ? (model.thresholds ?? []) : [];
  const lines = [
    ...thresholds.map(({ value, label, status }) => ({
      yAxis: value,
      lineStyle: { color: colours.status[status], type: 'dashed', width: 1 },
      label: { ...axisText, formatter: () => label, position: 'insideEndTop', color: colours.status[status] },
    })),
    ...(index === 0 ? cursorLine(model, context) : []),
  ];
  return {
    type: isBar ? 'bar' : 'line',
    name: series.name,
    data: drawnPoints(series, model, timesMs),
    yAxisIndex: axes.indexOf(series.unit),
    ...(timesMs ? { stack: `axis ${axes.indexOf(series.unit)}` } : {}),
    color: colour,
    connectNulls: false,
    showSymbol: false,
    symbolSize: sizes.unit / 2,
    lineStyle: { width: 1.5 },
    barMaxWidth: sizes.unit * 4,
    ...shapeOption(series, timesMs !== undefined),
    ...(index === 0 ? { markArea: spansOf(model, context) } : {}),
    // A series without lines renders faster without the option for them.
    ...(lines.length > 0 ? { markLine: { silent: true, symbol: 'none', data: lines } } : {}),
  };
}

/**
 * A measurement between two gaps would be invisible without its dot. The dot has the name of its line, so that the
 * legend hides both.
 */
function dotsOption(series: TimeSeries, index: number, { model, context: { colours }, axes, timesMs }: Drawing) {
  const { name, shape, unit } = series;
  if (shape === 'bar' || timesMs) return [];
  const data = lonePoints(drawnPoints(series, model, undefined));
  if (data.length === 0) return [];
  const color = colours.data[index % colours.data.length];
  // The line already has a tooltip.
  const look = { color, symbolSize: sizes.unit * 0.75, silent: true };
  return [{ type: 'scatter', name, data, yAxisIndex: axes.indexOf(unit), ...look }];
}

/** Boolean values have nothing in between: an axis with boolean series alone shows two words. */
function answerAxis({ series }: TimeModel, axes: Axes, axis: number, { axisText, formats }: ChartContext) {
  const own = series.filter(({ unit }) => axes.indexOf(unit) === axis);
  const [first] = own;
  if (!first || !own.every(({ answers }) => answers)) return {};
  return { min: 0, max: 1, interval: 1, axisLabel: { ...axisText, formatter: seriesText(first, formats) } };
}

/** From the first to the last shown time. */
function spanMs({ fromMs, toMs, series }: TimeModel): number {
  const ends = series
    .flatMap(({ points }) => [points[0]?.[0], points.at(-1)?.[0]])
    .filter((atMs) => atMs !== undefined);
  return (toMs ?? Math.max(0, ...ends)) - (fromMs ?? Math.min(...ends));
}

function timeAxis(model: TimeModel, { axisText, formats, zone }: ChartContext) {
  const textOf = axisTime({ locale: formats.locale, zone, pattern: model.timeFormat }, spanMs(model));
  return {
    type: 'time',
    min: model.fromMs,
    max: model.toMs,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { ...axisText, hideOverlap: true, rotate: model.labelRotation ?? 0, formatter: textOf },
  };
}

export function timeOption(model: TimeModel, context: ChartContext): EChartsCoreOption {
  const { colours } = context;
  const areAnswers = model.series.every(({ answers }) => answers);
  const axes = axesOf(model.series, model.range !== undefined || areAnswers);
  const drawing = { model, context, axes, timesMs: model.stacked ? stackedTimes(model) : undefined };
  const ends = model.ends ?? { least: 'auto-cropped', most: 'auto-cropped' };
  return {
    ...frameOf(model, axes, context),
    tooltip: {
      ...tooltipBox(context),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: colours.borderStrong, type: 'solid' } },
      formatter: timeTooltip(model, context),
    },
    xAxis: timeAxis(model, context),
    yAxis: valueAxes(context, axes, ends).map((axis, index) => ({
      ...axis,
      ...(model.range ? { min: model.range.least, max: model.range.most } : {}),
      ...answerAxis(model, axes, index, context),
    })),
    series: [
      ...model.series.map((series, index) => seriesOption(series, index, drawing)),
      // After the series of the model, because marks are identified by their index.
      ...markSeries(model, context),
      ...model.series.flatMap((series, index) => dotsOption(series, index, drawing)),
    ],
  };
}

export function sparkOption(model: SparkModel, { colours }: ChartContext): EChartsCoreOption {
  return {
    animation: false,
    grid: { left: 0, right: 0, top: 2, bottom: 2, outerBoundsMode: 'none' },
    xAxis: { type: 'time', show: false, min: 'dataMin', max: 'dataMax' },
    yAxis: { type: 'value', show: false, scale: true },
    series: [
      {
        type: 'line',
        data: withGaps(model.points, model.gapAfterMs),
        color: colours.data[(model.colour ?? 1) - 1],
        showSymbol: false,
        silent: true,
        lineStyle: { width: 1.5 },
        sampling: 'minmax',
      },
    ],
  };
}
