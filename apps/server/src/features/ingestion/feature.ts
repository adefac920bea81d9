import { connect } from '../../platform/db/db.ts';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { ingestionCheck } from '../../platform/health/readiness.ts';
import { acceptPort } from '../connectors/index.ts';
import { healthPort } from '../device-health/index.ts';
import { healthDevices, publishHealth, publishPackets } from '../devices/index.ts';
import { driversPort } from '../drivers/index.ts';
import { valuesPort } from '../states/index.ts';
import { ingestionSchedules } from './ingestion.job.ts';
import { createIngestion } from './ingestion.service.ts';
import { ingestionLimitsPort, ingestionPort, type PipelineRules, pipelineRules } from './ports.ts';

export const feature = defineFeature({
  name: 'ingestion',
  needs: { values: valuesPort, drivers: driversPort, health: healthPort, limits: ingestionLimitsPort.optional },
  provides: { ingestion: ingestionPort, accept: acceptPort },
  create(context, { values, drivers: { parsers }, health, limits = context.config.ingest ?? {} }) {
    const { live } = context;
    const eachRuleCache = async (run: (ruleCache: PipelineRules['ruleCache']) => Promise<void>) => {
      for (const { ruleCache } of context.extensions(pipelineRules)) await run(ruleCache);
    };
    // Calls of users can't take all connections away from the pipeline.
    const database = connect({
      url: context.database.url,
      ...{ maxConnections: 8 },
      onError: (error) => context.log.warn({ err: error }, 'database connection of the pipeline lost'),
    });
    const ingestion = createIngestion({
      ...context,
      database,
      limits,
      values,
      parsers,
      health: {
        health,
        versions: parsers,
        write: healthDevices.writeHealth,
        publish: (outcomes) => publishHealth(live, outcomes),
      },
      rules: {
        ruleCache: {
          load: (db) => eachRuleCache((ruleCache) => ruleCache.load(db)),
          reload: (db, changed) => eachRuleCache((ruleCache) => ruleCache.reload(db, changed)),
        },
        async step(db, work) {
          const steps: Awaited<ReturnType<PipelineRules['step']>>[] = [];
          for (const { step } of context.extensions(pipelineRules)) steps.push(await step(db, work));
          return {
            settle() {
              for (const { settle } of steps) settle();
            },
          };
        },
      },
      onApplied: (batch) => publishPackets(live, batch),
    });
    const { accept, start } = ingestion;
    async function stop() {
      await ingestion.stop();
      await database.close();
    }
    return {
      provides: { ingestion, accept },
      schedules: ingestionSchedules(context.database.pool),
      readyChecks: [ingestionCheck(ingestion)],
      services: [{ name: 'ingestion', stage: 'pipeline', start, stop }],
    };
  },
});
