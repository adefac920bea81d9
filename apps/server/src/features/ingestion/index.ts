export { configChanges, configVersions } from './config-log.table.ts';
export { createDirectory, type DeviceDirectory } from './directory.ts';
export { createIngestion, type Ingestion, type IngestionDeps } from './ingestion.service.ts';
export { ingestionLimitsPort, ingestionPort, pipelineRules } from './ports.ts';
export type { FlowTriggers } from './sink.ts';
export { trafficOf } from './traffic.ts';
