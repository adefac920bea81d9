export { type ChartQuery, seriesForChart } from './chart-series.ts';
export { defaultZone } from './history.service.ts';
export { intervalsIn, leastDuration } from './interval.ts';
export { spanOf } from './span.ts';
