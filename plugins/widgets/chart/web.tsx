import type { JsonValue } from '@stellwerk/plugin/json';
import { defineWidgetWeb, type Picture, type PictureInput, type WidgetWarning } from '@stellwerk/plugin/widget-web';
import { ChartLine } from 'lucide-react';
import type { ChartData } from './data.ts';
import { tabs } from './editor-tabs.ts';
import { gaugeModel } from './gauges.ts';
import { heatmapModel } from './heatmaps.ts';
import { barModel, timeModel } from './lines.ts';
import { updateChart } from './live.ts';
import { type ChartOptions, type ChartType, manifest, maxSeries } from './manifest.ts';
import { seriesLabels } from './series-labels.ts';

type Input = PictureInput<ChartOptions, ChartData>;
type Drawing = Input & { labels: readonly string[] };

const labelsOf = ({ options, data, parameters }: Input) => seriesLabels(data.series, options.label, parameters);

const linesOf = ({ data, ...rest }: Drawing) => ({ ...rest, series: data.series });
const chart = (model: Extract<Picture, { is: 'chart' }>['model'], { options }: Drawing): Picture => ({
  is: 'chart',
  model,
  tools: options.toolbox,
});

const pictures: Record<ChartType, (input: Drawing) => Picture> = {
  line: (input) => chart(timeModel(linesOf(input)), input),
  bar: (input) => chart(input.options.data.aggregate ? barModel(linesOf(input)) : timeModel(linesOf(input)), input),
  gauge: (input) => chart(gaugeModel(input.options, input.data.series, input.labels), input),
  heatmap: (input) => chart(heatmapModel(linesOf(input)), input),
  custom: ({ options, data, parameters, span }) => ({
    is: 'code',
    code: options.generator,
    data: {
      data: data.series.map(
        ({ dtwinId, dtwinTitle, stateKey, stateTitle, unit, points }): JsonValue => ({
          dtwinId,
          dtwinTitle,
          stateKey,
          stateTitle,
          unit,
          points: points.map(([atMs, value]) => [atMs, value]),
        }),
      ),
      params: Object.fromEntries(parameters),
      dateRange: { start: span.fromMs, end: span.toMs },
    },
  }),
};

/** Distinguishes three empty charts: no states selected, no states found, no values in the period. */
function noteOf({ options, data }: Input): Picture | undefined {
  if (options.data.states.length === 0) return { is: 'note', key: 'note.noStates' };
  if (data.series.length === 0) return { is: 'note', key: 'note.noTwins' };
  const isEmpty = data.series.every(({ points }) => points.length === 0);
  return isEmpty && options.chartType !== 'custom' ? { is: 'note', key: 'note.noValues' } : undefined;
}

function csvOf(input: Input) {
  const { labels } = labelsOf(input);
  const head = ['time', 'label', 'unit', 'value'].map((name) => input.t(`csv.${name}`));
  const rows = input.data.series.flatMap(({ unit, points }, index) =>
    points.map(([atMs, value]) => [
      new Date(atMs).toISOString(),
      labels[index] ?? '',
      unit,
      typeof value === 'number' ? value : value === null ? null : String(value),
    ]),
  );
  return [head, ...rows];
}

function warningsOf(input: Input): WidgetWarning[] {
  const { options, data } = input;
  const units = new Set(data.series.map(({ unit }) => unit));
  const hasAxes = options.chartType === 'line' || options.chartType === 'bar';
  return [
    { key: 'warning.labels', isBlocking: true, holds: options.chartType !== 'custom' && labelsOf(input).isNumbered },
    { key: 'warning.units', isBlocking: false, holds: hasAxes && units.size > 2 },
    // Lines that were thinned out count as truncated, too.
    { key: 'warning.truncated', isBlocking: false, holds: data.truncated && data.series.length >= maxSeries },
  ]
    .filter(({ holds }) => holds)
    .map(({ key, isBlocking }) => ({ key, isBlocking }));
}

export const web = defineWidgetWeb<typeof manifest.options, ChartData>(manifest, {
  icon: ChartLine,
  order: 10,
  draws: 'chart',
  start: { size: 6, minHeightPx: 320 },
  tabs,
  picture: (input) => noteOf(input) ?? pictures[input.options.chartType]({ ...input, labels: labelsOf(input).labels }),
  listensTo: (_options, { series }) => [...new Set(series.map(({ dtwinId }) => dtwinId))],
  update: updateChart,
  csv: csvOf,
  warnings: warningsOf,
});
