import type { EChartsCoreOption } from 'echarts/core';
import { fontFamily, sizes } from '../theme/tokens.ts';
import type { CategoryModel, CategorySeries, ChartModel, GaugeModel, HeatmapModel } from './chart-model.ts';
import { type ChartContext, legendBox, tooltipBox, valueAxis } from './chart-style.ts';
import { tooltipElement } from './chart-tooltip.ts';
import { sparkOption, timeOption } from './time-option.ts';

/** So many are all named, as long as the names find room. */
const fewCategories = 8;

interface HitParams {
  dataIndex?: number;
  value?: unknown;
  color?: unknown;
}

const hitOf = (params: unknown): HitParams => {
  const first: unknown = Array.isArray(params) ? params[0] : params;
  return typeof first === 'object' && first !== null ? first : {};
};

function barOption(model: CategoryModel, context: ChartContext): EChartsCoreOption {
  const { colours, axisText, formats } = context;
  const { unit } = sizes;
  const units = new Set(model.series.map((series) => series.unit));
  const commonUnit = units.size === 1 ? [...units][0] : undefined;
  const colourOf = ({ status, colour }: CategorySeries, index: number) =>
    status ? colours.status[status] : colours.data[(colour ? colour - 1 : index) % colours.data.length];
  const counts = model.series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  return {
    animation: false,
    grid: {
      left: unit / 2,
      right: unit,
      top: model.series.length > 1 || commonUnit ? unit * 4 : unit,
      bottom: unit / 2,
    },
    legend: model.series.length > 1 ? legendBox(context, { clearsUnit: commonUnit !== undefined }) : undefined,
    tooltip: {
      ...tooltipBox(context),
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: colours.raised } },
      formatter: (params: unknown) => {
        const index = hitOf(params).dataIndex ?? -1;
        const rows = model.series.map((series, place) => {
          const value = series.values[index];
          const text = typeof value === 'number' ? [formats.number(value), series.unit].filter(Boolean).join(' ') : '—';
          return { colour: colourOf(series, place), name: series.name, value: text };
        });
        return tooltipElement(model.categories[index] ?? '', rows);
      },
    },
    xAxis: {
      type: 'category',
      data: model.categories,
      axisLine: { lineStyle: { color: colours.border } },
      axisTick: { show: false },
      axisLabel: {
        ...axisText,
        hideOverlap: true,
        ...(model.categories.length <= fewCategories ? { interval: 0 } : {}),
      },
    },
    yAxis: { ...valueAxis(context, commonUnit), scale: false, ...(counts ? { minInterval: 1 } : {}) },
    series: model.series.map((series, index) => ({
      type: 'bar',
      name: series.name,
      data: series.values,
      color: colourOf(series, index),
      barMaxWidth: unit * 4,
      ...(model.stacked ? { stack: 'all' } : { itemStyle: { borderRadius: [2, 2, 0, 0] } }),
    })),
  };
}

function gaugeOption(model: GaugeModel, { colours, formats }: ChartContext): EChartsCoreOption {
  const span = model.maximum - model.minimum;
  const { unit } = sizes;
  return {
    animation: false,
    series: [
      {
        type: 'gauge',
        startAngle: 180,
        endAngle: 0,
        center: ['50%', '80%'],
        radius: '140%',
        min: model.minimum,
        max: model.maximum,
        axisLine: {
          lineStyle: {
            width: unit,
            color: model.bands.map(({ to, status }) => [
              Math.min(1, (to - model.minimum) / span),
              colours.status[status],
            ]),
          },
        },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: { show: false },
        anchor: { show: false },
        pointer: {
          show: model.value !== null,
          icon: 'rect',
          width: 3,
          length: '32%',
          offsetCenter: [0, '-78%'],
          itemStyle: { color: colours.text },
        },
        title: { show: true, offsetCenter: [0, '14%'], color: colours.textMuted, fontFamily, fontSize: unit * 1.5 },
        detail: {
          offsetCenter: [0, '-18%'],
          color: colours.text,
          fontFamily,
          fontSize: unit * 3,
          fontWeight: 600,
          formatter: (value: number) => (Number.isFinite(value) ? formats.number(value) : '—'),
        },
        data: [{ value: model.value ?? Number.NaN, name: model.unit ?? '' }],
      },
    ],
  };
}

function heatmapOption(model: HeatmapModel, context: ChartContext): EChartsCoreOption {
  const { colours, axisText, formats } = context;
  const { unit } = sizes;
  const values = model.cells.flatMap(([, , value]) => (value === null ? [] : [value]));
  const axis = {
    type: 'category',
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: axisText,
    splitArea: { show: false },
  };
  return {
    animation: false,
    grid: { left: unit / 2, right: unit / 2, top: unit / 2, bottom: unit / 2 },
    tooltip: {
      ...tooltipBox(context),
      formatter: (params: unknown) => {
        const { value } = hitOf(params);
        const [column, row, number]: unknown[] = Array.isArray(value) ? value : [];
        const title = `${model.rows[Number(row)] ?? ''} · ${model.columns[Number(column)] ?? ''}`;
        const text = typeof number === 'number' ? [formats.number(number), model.unit].filter(Boolean).join(' ') : '—';
        return tooltipElement(title, [{ colour: undefined, name: '', value: text }]);
      },
    },
    xAxis: { ...axis, data: model.columns },
    yAxis: { ...axis, data: model.rows, inverse: true },
    visualMap: {
      show: false,
      min: values.reduce((least, value) => Math.min(least, value), values[0] ?? 0),
      max: values.reduce((most, value) => Math.max(most, value), values[0] ?? 1),
      inRange: { color: [colours.raised, colours.primary] },
    },
    series: [
      {
        type: 'heatmap',
        data: model.cells.map(([column, row, value]) => [column, row, value ?? '-']),
        itemStyle: { borderColor: colours.surface, borderWidth: 2, borderRadius: 3 },
        emphasis: { itemStyle: { borderColor: colours.text } },
      },
    ],
  };
}

/** The library's option for a model; pure, so it can be built anew for every change of data, mode or language. */
export function chartOption(model: ChartModel, context: ChartContext): EChartsCoreOption {
  switch (model.kind) {
    case 'time':
      return timeOption(model, context);
    case 'bar':
      return barOption(model, context);
    case 'gauge':
      return gaugeOption(model, context);
    case 'heatmap':
      return heatmapOption(model, context);
    case 'spark':
      return sparkOption(model, context);
    case 'custom': {
      const tooltip = typeof model.option.tooltip === 'object' ? model.option.tooltip : {};
      return { ...model.option, tooltip: { ...tooltipBox(context), ...tooltip, renderMode: 'richText' } };
    }
  }
}
