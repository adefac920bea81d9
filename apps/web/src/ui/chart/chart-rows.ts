import { categoryNames } from './bar-option.ts';
import type { ChartModel } from './chart-model.ts';
import type { ChartContext } from './chart-style.ts';
import { seriesText, valueText } from './value-text.ts';

export type ChartRow = readonly [place: string, name: string, value: string];

/** The values of a chart as table rows: time or category, series, and value with unit. */
export function chartRows(model: ChartModel, context: ChartContext): ChartRow[] {
  const textOf = valueText(model, context.formats);
  const text = (value: number | null | undefined, unit: string | undefined) =>
    typeof value === 'number' ? [textOf(value), unit].filter(Boolean).join(' ') : '—';
  switch (model.kind) {
    case 'time':
      return model.series.flatMap((series) => {
        const own = seriesText(series, context.formats);
        const told = (value: number | null) =>
          value === null ? '—' : [own(value), series.unit].filter(Boolean).join(' ');
        return series.points.map(([atMs, value]): ChartRow => [context.exactTime(atMs), series.name, told(value)]);
      });
    case 'bar': {
      const { full } = categoryNames(model, context);
      return model.series.flatMap(({ name, unit, values }) =>
        full.map((category, index): ChartRow => [category, name, text(values[index], unit)]),
      );
    }
    case 'gauge':
      return model.dials.map(({ name, unit, value }): ChartRow => ['', name, text(value, unit)]);
    case 'heatmap':
      return model.cells.map(
        ([column, row, value]): ChartRow => [
          model.columns[column] ?? '',
          model.rows[row] ?? '',
          text(value, model.unit),
        ],
      );
    case 'spark':
      return model.points.map(([atMs, value]): ChartRow => [context.exactTime(atMs), '', text(value, undefined)]);
    case 'custom':
      return [];
  }
}
