import type { EChartsCoreOption } from 'echarts/core';
import { sizes } from '../theme/tokens.ts';
import { axisTime, intervalTime } from './axis-time.ts';
import type { CategoryModel, CategorySeries } from './chart-model.ts';
import { type ChartContext, tooltipBox } from './chart-style.ts';
import { hitOf, tooltipElement } from './chart-tooltip.ts';
import { axesOf, frameOf, valueAxes } from './value-axes.ts';

/** Up to this number, every category gets its label if the labels fit. */
const fewCategories = 8;

/**
 * More bars are rendered in half the time without hover effects of their own; the column under the pointer still lights
 * up.
 */
const manyBars = 200;

/** The label of each category below the chart, and the full name. */
export function categoryNames(model: CategoryModel, { formats, zone }: ChartContext) {
  const { categories, startsMs, timeFormat } = model;
  if (!startsMs) return { short: [...categories], full: [...categories] };
  const times = { locale: formats.locale, zone, pattern: timeFormat };
  const [first = 0, second = first, last = first] = [startsMs[0], startsMs[1], startsMs.at(-1)];
  const stepMs = second - first;
  return {
    short: startsMs.map(axisTime(times, last - first, stepMs)),
    full: startsMs.map(intervalTime(times, stepMs)),
  };
}

export function barOption(model: CategoryModel, context: ChartContext): EChartsCoreOption {
  const { colours, axisText, formats } = context;
  const { unit } = sizes;
  const axes = axesOf(model.series);
  const names = categoryNames(model, context);
  const colourOf = ({ status, colour }: CategorySeries, index: number) =>
    status ? colours.status[status] : colours.data[(colour ? colour - 1 : index) % colours.data.length];
  const isCrowded = model.series.reduce((bars, { values }) => bars + values.length, 0) > manyBars;
  const counts = model.series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  return {
    ...frameOf(model, axes, context),
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
        return tooltipElement(names.full[index] ?? '', rows);
      },
    },
    xAxis: {
      type: 'category',
      data: names.short,
      axisLine: { lineStyle: { color: colours.border } },
      axisTick: { show: false },
      axisLabel: {
        ...axisText,
        hideOverlap: true,
        rotate: model.labelRotation ?? 0,
        ...(names.short.length <= fewCategories ? { interval: 0 } : {}),
      },
    },
    yAxis: valueAxes(context, axes, model.ends ?? { least: 'auto', most: 'auto' }).map((axis) => ({
      ...axis,
      ...(counts ? { minInterval: 1 } : {}),
    })),
    series: model.series.map((series, index) => ({
      type: 'bar',
      name: series.name,
      data: series.values,
      color: colourOf(series, index),
      yAxisIndex: axes.indexOf(series.unit),
      barMaxWidth: unit * 4,
      emphasis: { disabled: isCrowded },
      ...(model.stacked
        ? { stack: `axis ${axes.indexOf(series.unit)}` }
        : { itemStyle: { borderRadius: [2, 2, 0, 0] } }),
    })),
  };
}
