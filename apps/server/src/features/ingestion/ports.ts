import { defineExtensionPoint, definePort } from '../../platform/feature/port.ts';
import type { ConfigCache } from './directory.ts';
import type { Ingestion, IngestionDeps } from './ingestion.service.ts';
import type { SinkDeps } from './sink.ts';

export const ingestionPort = definePort<Ingestion>('ingestion');

/** Overrides the configured limits, for tests. */
export const ingestionLimitsPort = definePort<NonNullable<IngestionDeps['limits']>>('limits of ingestion');

/** Rules that are evaluated over the values of each batch, in its transaction. */
export interface PipelineRules {
  ruleCache: ConfigCache;
  step: NonNullable<SinkDeps['rules']>;
}

export const pipelineRules = defineExtensionPoint<PipelineRules>('rules of the pipeline');
