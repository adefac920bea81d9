import type { EChartsCoreOption } from 'echarts/core';
import { sizes } from '../theme/tokens.ts';
import { lonePoints, withGaps } from './chart-data.ts';
import type { SparkModel, TimeModel, TimeSeries } from './chart-model.ts';
import { type ChartContext, legendBox, tooltipBox, valueAxis } from './chart-style.ts';
import { type TooltipRow, tooltipElement } from './chart-tooltip.ts';
import { cursorLine, markAt, markSeries, spansOf } from './time-marks.ts';
import { valueText } from './value-text.ts';

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
      const text = [textOf(number), series.unit].filter(Boolean).join(' ');
      return [{ colour: typeof color === 'string' ? color : undefined, name: series.name, value: text }];
    });
    return tooltipElement(exactTime(Number(hits[0]?.axisValue)), rows);
  };
}

function seriesOption(series: TimeSeries, index: number, model: TimeModel, context: ChartContext) {
  const { colours, axisText } = context;
  const colour = colours.data[index % colours.data.length];
  const isBar = series.shape === 'bar';
  const thresholds = index === 0 ? (model.thresholds ?? []) : [];
  return {
    type: isBar ? 'bar' : 'line',
    name: series.name,
    data: isBar ? series.points : withGaps(series.points, model.gapAfterMs),
    color: colour,
    connectNulls: false,
    showSymbol: false,
    symbolSize: sizes.unit / 2,
    lineStyle: { width: 1.5 },
    barMaxWidth: sizes.unit * 4,
    itemStyle: isBar ? { borderRadius: [2, 2, 0, 0] } : {},
    sampling: isBar ? undefined : 'minmax',
    ...(series.shape === 'step' ? { step: 'end' } : {}),
    ...(series.shape === 'area' ? { areaStyle: { opacity: 0.12 } } : {}),
    ...(index === 0 ? { markArea: spansOf(model, context) } : {}),
    markLine: {
      silent: true,
      symbol: 'none',
      data: [
        ...thresholds.map(({ value, label, status }) => ({
          yAxis: value,
          lineStyle: { color: colours.status[status], type: 'dashed', width: 1 },
          label: { ...axisText, formatter: () => label, position: 'insideEndTop', color: colours.status[status] },
        })),
        ...(index === 0 ? cursorLine(model, context) : []),
      ],
    },
  };
}

/** A measurement between two gaps would be invisible without its dot. It goes by the name of its line, and with it. */
function dotsOption({ name, points, shape }: TimeSeries, index: number, { gapAfterMs }: TimeModel, colours: string[]) {
  if (shape === 'bar') return [];
  const data = lonePoints(withGaps(points, gapAfterMs));
  const color = colours[index % colours.length];
  // The line tells the tooltip of it.
  return data.length > 0 ? [{ type: 'scatter', name, data, color, symbolSize: sizes.unit * 0.75, silent: true }] : [];
}

/** One unit has its own name on the axis; more than one would lie, so they stand in the tooltip alone. */
function commonUnit(model: TimeModel): string | undefined {
  const units = new Set(model.series.map((series) => series.unit));
  return units.size === 1 ? [...units][0] : undefined;
}

/** Between yes and no there is nothing. */
function answerAxis(model: TimeModel, { axisText, formats }: ChartContext) {
  if (!model.answers) return {};
  return { min: 0, max: 1, interval: 1, axisLabel: { ...axisText, formatter: valueText(model, formats) } };
}

function sliderColours({ grid, borderStrong, primary, primarySoft, surface }: ChartContext['colours']) {
  const quiet = { lineStyle: { color: borderStrong }, areaStyle: { color: grid } };
  return {
    backgroundColor: surface,
    // What is selected shows in the colour of its values.
    fillerColor: 'transparent',
    dataBackground: quiet,
    selectedDataBackground: { lineStyle: { color: primary }, areaStyle: { color: primarySoft } },
    handleStyle: { color: surface, borderColor: borderStrong },
    moveHandleStyle: { color: borderStrong },
    emphasis: { handleStyle: { color: surface, borderColor: primary }, moveHandleStyle: { color: primary } },
  };
}

export function timeOption(model: TimeModel, context: ChartContext): EChartsCoreOption {
  const { colours, axisText, axisTime } = context;
  const unit = commonUnit(model);
  const hasLegend = model.series.length > 1;
  const { unit: step } = sizes;
  return {
    animation: false,
    grid: {
      left: step / 2,
      right: step,
      top: hasLegend || unit ? step * 4 : step,
      bottom: model.zoom ? step * 6 : step / 2,
    },
    legend: hasLegend ? legendBox(context, { clearsUnit: unit !== undefined }) : undefined,
    tooltip: {
      ...tooltipBox(context),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: colours.borderStrong, type: 'solid' } },
      formatter: timeTooltip(model, context),
    },
    xAxis: {
      type: 'time',
      min: model.fromMs,
      max: model.toMs,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: { ...axisText, hideOverlap: true, formatter: axisTime },
    },
    yAxis: {
      ...valueAxis(context, unit),
      ...(model.range ? { min: model.range.least, max: model.range.most } : {}),
      ...answerAxis(model, context),
    },
    dataZoom: model.zoom
      ? [
          { type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl' },
          {
            type: 'slider',
            filterMode: 'none',
            height: step * 2.5,
            bottom: step / 2,
            borderColor: colours.border,
            textStyle: axisText,
            ...sliderColours(colours),
          },
        ]
      : undefined,
    series: [
      ...model.series.map((series, index) => seriesOption(series, index, model, context)),
      // Behind the marks, which are told by their places.
      ...markSeries(model, context),
      ...model.series.flatMap((series, index) => dotsOption(series, index, model, colours.data)),
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
