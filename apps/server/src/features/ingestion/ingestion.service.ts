import { randomUUID } from 'node:crypto';
import { type Accept, createAccept } from '../../ingest/accept.ts';
import { createPacketLog, type PacketLogOptions } from '../../ingest/log/packet-log.ts';
import { ensurePacketDays } from '../../ingest/log/partitions.store.ts';
import { createPipeline } from '../../ingest/pipeline.ts';
import type { Parsers } from '../../ingest/ports.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/db.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Log } from '../../platform/log/log.ts';
import { createStateCache, type StateCache, type Values } from '../states/index.ts';
import { type ConfigCache, createDirectory, type DeviceDirectory } from './directory.ts';
import { createHealthStep, type HealthStepDeps } from './health-step.ts';
import { createSink, type SinkDeps } from './sink.ts';

export interface IngestionDeps extends Pick<SinkDeps, 'flows' | 'onApplied'> {
  database: Database;
  log: Log;
  clock: Clock;
  values: Values;
  parsers: Parsers;
  health: Omit<HealthStepDeps, 'directory' | 'clock'>;
  /** Evaluation of rules over the applied values. */
  rules?: { ruleCache: ConfigCache; step: NonNullable<SinkDeps['rules']> };
  live: Pick<Live, 'publish' | 'isHeard'>;
  /** Limits of the packet log: total capacity and the share of one account. */
  limits?: Partial<Pick<PacketLogOptions, 'capacity' | 'accountShare' | 'maxBuffered' | 'ttlMs'>>;
}

export interface Ingestion {
  /** Entry point for everything that receives messages. */
  accept: Accept;
  directory: DeviceDirectory;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when all accepted packets have been applied. */
  idle(): Promise<void>;
  /** Number of packets that are accepted and not applied yet. */
  open(): number;
  /** Whether new packets will be applied soon, by this process or another. True if this process doesn't ingest. */
  isServing(): Promise<boolean>;
}

/** The complete ingestion of this process: from accepting a packet to values, health, faults and traffic counts. */
export function createIngestion(deps: IngestionDeps): Ingestion {
  const { database, log, clock, values, parsers, live, flows, onApplied, limits = {} } = deps;
  const caches = new Set<StateCache>();
  const { rules } = deps;
  const configCaches = rules ? [rules.ruleCache] : [];
  const directory = createDirectory({ database, configCaches, onChange: (twinIds) => forget([...twinIds]) });
  const forget = (twinIds: readonly number[]) => {
    for (const cache of caches) cache.forget(twinIds);
  };
  const packets = createPacketLog({
    ...limits,
    ...{ pool: database.pool, url: database.url },
    log,
    owner: randomUUID(),
    onReady: () => pipeline.wake(),
    onParked: (accountIds) => pipeline.park(accountIds),
  });
  const health = createHealthStep({ ...deps.health, directory, clock });
  const sinkOf = (cache: StateCache) =>
    createSink({
      ...{ db: database.db, values, cache, directory, health, live },
      ...(rules ? { rules: rules.step } : {}),
      ...(flows ? { flows } : {}),
      ...(onApplied ? { onApplied } : {}),
    });
  const windowMemory = { points: 0 };
  const openCache = () => {
    const cache = createStateCache(windowMemory);
    caches.add(cache);
    return cache;
  };
  const shared = openCache();
  /** The account's windows move with it: loading them again would take a second or more on each change of lane. */
  const openSink = (accountId: number) => {
    const cache = openCache();
    cache.takeWindows(shared, accountId);
    const close = () => {
      caches.delete(cache);
      shared.adopt(cache);
    };
    return { sink: sinkOf(cache), close };
  };
  const pipeline = createPipeline({
    ...{ db: database.db, log, packets, directory, parsers, openSink },
    sink: sinkOf(shared),
  });
  let isStarted = false;
  return {
    accept: createAccept({ packets, directory, clock }),
    directory,
    async start() {
      isStarted = true;
      await ensurePacketDays(database.pool, clock.now().getTime());
      await directory.start();
      await packets.start();
    },
    async stop() {
      await packets.stop();
      await pipeline.stop();
    },
    idle: pipeline.idle,
    open: packets.open,
    isServing: async () => !isStarted || packets.leases.areAllHeld(),
  };
}
