export { type ChartQuery, seriesForChart } from './chart-series.ts';
export { stateHistoryRoutes } from './history.routes.ts';
export { createStateHistoryService } from './history.service.ts';
export { createHistoryCsvService } from './history-csv.service.ts';
export { retentionSchedules } from './retention.job.ts';
