import type { WidgetTab } from '@stellwerk/plugin/widget-web';
import type { ChartType } from './manifest.ts';

type Options = Readonly<Record<string, unknown>>;

const typeOf =
  (...types: ChartType[]) =>
  ({ chartType = 'line' }: Options) =>
    types.some((type) => type === chartType);

const hasAxes = typeOf('line', 'bar');
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isAggregated = ({ data }: Options) => isObject(data) && data.aggregate === true;

export const tabs: readonly WidgetTab[] = [
  {
    id: 'chart',
    fields: [
      { name: 'chartType' },
      { name: 'lineShape', when: typeOf('line') },
      { name: 'lineSmooth', when: typeOf('line') },
      { name: 'stacked', when: hasAxes },
      { name: 'label', input: 'template', when: typeOf('line', 'bar', 'gauge', 'heatmap') },
      { name: 'legendShow', when: typeOf('line', 'bar', 'heatmap') },
      { name: 'yAxisMin', input: 'axisEnd', when: hasAxes },
      { name: 'yAxisMax', input: 'axisEnd', when: hasAxes },
      { name: 'dateTimeFormat', placeholder: 'DD.MM. HH:mm', when: hasAxes },
      { name: 'xAxisRotation', unit: '°', when: hasAxes },
      { name: 'toolbox.dataZoom', when: hasAxes },
      { name: 'toolbox.dataView', when: typeOf('line', 'bar', 'gauge', 'heatmap') },
      { name: 'toolbox.saveAsImage', when: typeOf('line', 'bar', 'gauge', 'heatmap') },
    ],
  },
  { id: 'twins', fields: [{ name: 'twinFilter', input: 'twinFilter' }] },
  {
    id: 'data',
    fields: [
      { name: 'data.states', input: 'states' },
      { name: 'data.aggregate', when: typeOf('line', 'bar', 'custom') },
      { name: 'data.interval', when: (options) => typeOf('line', 'bar', 'custom')(options) && isAggregated(options) },
      { name: 'data.function', when: (options) => typeOf('line', 'bar', 'custom')(options) && isAggregated(options) },
    ],
  },
  {
    id: 'gauge',
    when: typeOf('gauge'),
    fields: [
      { name: 'gauge.valueDetermination' },
      { name: 'gauge.min' },
      { name: 'gauge.max' },
      { name: 'gauge.thresholds', input: 'thresholds' },
      { name: 'gauge.decimalPlaces' },
      { name: 'gauge.showValue' },
      { name: 'gauge.showUnit' },
      { name: 'gauge.showPointer' },
      { name: 'gauge.showAxisLabels' },
    ],
  },
  {
    id: 'heatmap',
    when: typeOf('heatmap'),
    fields: [
      { name: 'heatmap.layout' },
      { name: 'heatmap.valueDetermination' },
      { name: 'heatmap.lowest' },
      { name: 'heatmap.highest' },
    ],
  },
  { id: 'code', when: typeOf('custom'), fields: [{ name: 'generator', input: 'code' }] },
];
