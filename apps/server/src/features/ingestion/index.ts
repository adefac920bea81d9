export { configChanges, configVersions } from './config-log.table.ts';
export { ingestionSchedules } from './ingestion.job.ts';
export { createIngestion, type Ingestion, type IngestionDeps } from './ingestion.service.ts';
