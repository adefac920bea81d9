import type { EChartsCoreOption } from 'echarts/core';
import { sizes } from '../theme/tokens.ts';
import type { HeatmapModel } from './chart-model.ts';
import { type ChartContext, tooltipBox } from './chart-style.ts';
import { hitOf, tooltipElement } from './chart-tooltip.ts';
import { gridBox } from './value-axes.ts';

/** More columns leave no space for wide gaps between cells. */
const manyColumns = 48;

/** The values with the palest and the strongest colour. */
export function heatRange({ cells, lowest, highest }: HeatmapModel): { least: number; most: number } {
  const values = cells.flatMap(([, , value]) => (value === null ? [] : [value]));
  const least = lowest ?? values.reduce((smallest, value) => Math.min(smallest, value), values[0] ?? 0);
  const most = highest ?? values.reduce((largest, value) => Math.max(largest, value), values[0] ?? 1);
  // A single value, or swapped ends, would leave an empty scale.
  return most > least ? { least, most } : { least, most: least + 1 };
}

function scaleOf(model: HeatmapModel, { least, most }: { least: number; most: number }, context: ChartContext) {
  const { colours, axisText, formats } = context;
  // Ends computed from means have many decimals; the scale shows only as many as distinguish the ends.
  const decimals = Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(most - least))));
  const text = (value: number) => [formats.number(value, { maximum: decimals }), model.unit].filter(Boolean).join(' ');
  return {
    type: 'continuous',
    show: model.legend ?? false,
    orient: 'horizontal',
    right: sizes.unit / 2,
    bottom: 0,
    itemWidth: sizes.unit,
    itemHeight: sizes.unit * 14,
    padding: 0,
    min: least,
    max: most,
    text: [text(most), text(least)],
    textStyle: axisText,
    textGap: sizes.unit,
    inRange: { color: [colours.raised, colours.primary] },
  };
}

export function heatmapOption(model: HeatmapModel, context: ChartContext): EChartsCoreOption {
  const { colours, axisText, formats, toolsWidth } = context;
  const { unit } = sizes;
  const range = heatRange(model);
  const axis = {
    type: 'category',
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { ...axisText, hideOverlap: true },
    splitArea: { show: false },
  };
  return {
    animation: false,
    grid: gridBox({
      right: unit / 2,
      top: toolsWidth > 0 ? unit * 4 : unit / 2,
      bottom: model.legend ? unit * 3 : unit / 2,
    }),
    tooltip: {
      ...tooltipBox(context),
      formatter: (params: unknown) => {
        const [column = -1, row = -1, value = null] = model.cells[hitOf(params).dataIndex ?? -1] ?? [];
        const title = `${model.rows[row] ?? ''} · ${model.columns[column] ?? ''}`;
        const text = value === null ? '—' : [formats.number(value), model.unit].filter(Boolean).join(' ');
        return tooltipElement(title, [{ colour: undefined, name: '', value: text }]);
      },
    },
    xAxis: { ...axis, data: model.columns },
    yAxis: { ...axis, data: model.rows, inverse: true },
    visualMap: scaleOf(model, range, context),
    series: [
      {
        type: 'heatmap',
        // Values beyond a chosen end get its colour; the library would hide them.
        data: model.cells.map(([column, row, value]) => [
          column,
          row,
          value === null ? '-' : Math.min(range.most, Math.max(range.least, value)),
        ]),
        itemStyle: {
          borderColor: colours.surface,
          borderWidth: model.columns.length > manyColumns ? 1 : 2,
          borderRadius: 3,
        },
        emphasis: { itemStyle: { borderColor: colours.text } },
      },
    ],
  };
}
