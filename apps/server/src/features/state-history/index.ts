export { type ChartQuery, seriesForChart } from './chart-series.ts';
export { stateHistoryRoutes } from './history.routes.ts';
export { createStateHistoryService, defaultZone } from './history.service.ts';
export { createHistoryCsvService } from './history-csv.service.ts';
export { intervalsIn, leastDuration } from './interval.ts';
export { retentionSchedules } from './retention.job.ts';
export { spanOf } from './span.ts';
