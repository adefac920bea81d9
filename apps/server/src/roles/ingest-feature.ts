import { packetRetentions } from '../features/accounts/index.ts';
import { acceptPort, connectorPacketsPort } from '../features/connectors/index.ts';
import { healthPort } from '../features/device-health/index.ts';
import { createArrivalHealth, createArrivals, createDirectory } from '../features/devices/index.ts';
import { driversPort } from '../features/drivers/index.ts';
import { createNewestValues, publishApplied, routeValues, type Values, valuesPort } from '../features/states/index.ts';
import type { EffectPorts, FlowTriggers, PipelineFlows, PipelineRules } from '../ingest/apply/ports.ts';
import { pipelineFlows, pipelineRules } from '../ingest/apply/ports.ts';
import { createIngest, type Ingest, type IngestLimits, ingestLimitsPort, ingestPort } from '../ingest/ingest.ts';
import { packetSchedules } from '../ingest/log/packets.job.ts';
import { listTraffic, recordRefusals } from '../ingest/log/traffic.store.ts';
import {
  listUnknown,
  normaliseUnknown,
  recordUnknown,
  removeUnknown,
  replayUnknown,
} from '../ingest/log/unknown.store.ts';
import type { ConfigCache, Parsers } from '../ingest/ports.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { connect, type Database } from '../platform/db/db.ts';
import { defineFeature } from '../platform/feature/define-feature.ts';
import { ingestionCheck } from '../platform/health/readiness.ts';
import type { Live } from '../platform/live/live.ts';
import type { Log } from '../platform/log/log.ts';

interface IngestParts extends Pick<EffectPorts, 'flows'> {
  database: Database;
  log: Log;
  clock: Clock;
  live: Pick<Live, 'publish' | 'isHeard'>;
  values: Values;
  parsers: Parsers;
  /** Evaluates health; without it, only values and rules follow from packets. */
  health?: Pick<Parameters<typeof createArrivalHealth>[0], 'health' | 'versions'>;
  rules: PipelineRules;
  /** Caches of configuration beside the rules. */
  caches?: readonly ConfigCache[];
  limits?: IngestLimits | undefined;
}

/** Connects the features to the ports of ingest. */
export function assembleIngest({
  database,
  live,
  values,
  rules,
  caches = [],
  flows,
  health,
  ...parts
}: IngestParts): Ingest {
  const newest = createNewestValues({ db: database.db, values });
  const directory = createDirectory({ database, configCaches: [rules.ruleCache, ...caches], onChange: newest.forget });
  const arrivalHealth = health && createArrivalHealth({ ...health, ...parts, directory, live });
  return createIngest({
    ...{ ...parts, database, directory, values: newest },
    effects: {
      devices: createArrivals({ directory, live }),
      states: { routeValues, publishApplied: (applied) => publishApplied(live, applied) },
      evaluateHealth: arrivalHealth ?? (async () => ({ publish() {} })),
      runRules: rules.step,
      ...(flows ? { flows } : {}),
    },
  });
}

/** All extensions as one. */
const together = (list: () => readonly PipelineRules[]): PipelineRules => ({
  ruleCache: {
    async load(db) {
      for (const { ruleCache } of list()) await ruleCache.load(db);
    },
    async reload(db, changed) {
      for (const { ruleCache } of list()) await ruleCache.reload(db, changed);
    },
  },
  async step(db, work) {
    const steps: Awaited<ReturnType<PipelineRules['step']>>[] = [];
    for (const { step } of list()) steps.push(await step(db, work));
    return {
      settle() {
        for (const { settle } of steps) settle();
      },
    };
  },
});

/** All flows as one. They are discovered when the first batch arrives. */
const flowsTogether = (list: () => readonly PipelineFlows[]) => {
  const flowCache: ConfigCache = {
    async load(db) {
      for (const each of list()) await each.flowCache.load(db);
    },
    async reload(db, changed) {
      for (const each of list()) await each.flowCache.reload(db, changed);
    },
  };
  const triggers: FlowTriggers = {
    async before(db, packets) {
      for (const each of list()) await each.triggers.before(db, packets);
    },
    async after(db, applied) {
      for (const each of list()) await each.triggers.after(db, applied);
    },
    takesUnknown: (accountId) => list().some(({ triggers: each }) => each.takesUnknown(accountId)),
  };
  return { flowCache, triggers };
};

export const ingestFeature = defineFeature({
  name: 'ingest',
  needs: { values: valuesPort, drivers: driversPort, health: healthPort, limits: ingestLimitsPort.optional },
  provides: { ingest: ingestPort, accept: acceptPort },
  constants: [
    connectorPacketsPort.with({
      listTraffic,
      recordRefusals,
      recordUnknown,
      listUnknown,
      normaliseUnknown,
      removeUnknown,
      replayUnknown,
    }),
  ],
  create(context, { values, drivers: { parsers }, health, limits = context.config.ingest }) {
    // Calls of users can't take all connections away from the pipeline.
    const database = connect({
      url: context.database.url,
      ...{ maxConnections: 8 },
      onError: (error) => context.log.warn({ err: error }, 'database connection of the pipeline lost'),
    });
    const rules = together(() => context.extensions(pipelineRules));
    const checks = { health, versions: parsers };
    const { flowCache, triggers: flows } = flowsTogether(() => context.extensions(pipelineFlows));
    const given = { database, limits, values, parsers, rules, flows, caches: [flowCache], health: checks };
    const ingest = assembleIngest({ ...context, ...given });
    const { accept, start } = ingest;
    async function stop() {
      await ingest.stop();
      await database.close();
    }
    return {
      provides: { ingest, accept },
      schedules: packetSchedules({ pool: context.database.pool, retentions: packetRetentions }),
      readyChecks: [ingestionCheck(ingest)],
      services: [{ name: 'ingest', stage: 'pipeline', start, stop }],
    };
  },
});
