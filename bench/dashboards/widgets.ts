import { denseSeries } from '../history/series.ts';
import type { World } from './world.ts';

interface WidgetDefinition {
  type: string;
  size?: number;
  options: Record<string, unknown>;
}

const of = (twins: readonly number[]) => ({ dtwinIds: twins.map(String) });
const states = ['temperature'];

export const chart = (twins: readonly number[], options: Record<string, unknown>, data: object = {}) => ({
  type: 'chart',
  options: { twinFilter: of(twins), data: { states, ...data }, ...options },
});

/** Typical dashboard of a building: lines, bars, gauges, a heat map, a number, a table and a map of 10,000 twins. */
export function twelveWidgets({ sparse }: World): WidgetDefinition[] {
  const some = (from: number, count: number) => sparse.slice(from, from + count);
  const hourly = { aggregate: true, interval: '1h' };
  const daily = { aggregate: true, interval: '1d' };
  const markerRules = [{ field: 'state', key: 'temperature', operator: 'gt', value: '25', color: 'error' }];
  return [
    chart(some(0, 10), { chartType: 'line' }),
    chart([denseSeries, ...some(10, 4)], { chartType: 'line' }),
    chart(some(20, 10), { chartType: 'line' }, { ...hourly, function: 'avg' }),
    chart(some(30, 5), { chartType: 'line' }, { ...hourly, function: 'max' }),
    chart(some(40, 10), { chartType: 'bar' }, { ...daily, function: 'sum' }),
    chart(some(50, 20), { chartType: 'bar' }, { ...daily, function: 'avg' }),
    chart(some(70, 4), { chartType: 'gauge', gauge: { valueDetermination: 'average' } }),
    chart(some(75, 4), { chartType: 'gauge', gauge: { valueDetermination: 'latest' } }),
    chart([denseSeries], { chartType: 'heatmap' }),
    { type: 'value', options: { twinFilter: of(some(80, 1)), state: 'temperature' } },
    {
      type: 'twinTable',
      options: { attributes: [{ field: 'title' }, { field: 'status' }, { field: 'state', key: 'temperature' }] },
    },
    { type: 'twinMap', options: { markerRules } },
  ];
}
