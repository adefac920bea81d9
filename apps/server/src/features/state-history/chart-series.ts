import type { ValueType } from '@stellwerk/contract/state';
import { type HistorySeries, maxChartPoints } from '@stellwerk/contract/state-history';
import type { History, Span } from '../../platform/history/history.ts';

export interface ChartQuery extends Span {
  stateId: number;
  valueType: ValueType;
  maxPoints?: number;
}

const isDrawn = (valueType: ValueType) => valueType === 'number' || valueType === 'boolean';

/** Values for a chart: numbers and booleans are thinned out but keep every peak; of other types, the newest. */
export async function seriesForChart(
  history: Pick<History, 'downsample' | 'range'>,
  { stateId, valueType, from, to, maxPoints = maxChartPoints }: ChartQuery,
): Promise<Pick<HistorySeries, 'points' | 'binMs'>> {
  if (isDrawn(valueType)) {
    const { samples, binMs = null } = await history.downsample({ series: stateId, from, to, maxPoints });
    return { points: samples.map(({ at, value }) => [at, value]), binMs };
  }
  const newest = await history.range({ series: stateId, from, to, limit: maxPoints, order: 'descending' });
  return { points: newest.reverse().map(({ at, value }) => [at, value]), binMs: null };
}
