export { type ChartQuery, seriesForChart } from './chart-series.ts';
export { defaultZone } from './history.service.ts';
export { intervalsIn, leastDuration } from './interval.ts';
export { endOfTime, spanOf } from './span.ts';
export { createZonedTime } from './zoned-time.ts';
