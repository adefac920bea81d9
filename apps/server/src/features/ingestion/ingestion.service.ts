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
  /** What rules make of it. */
  rules?: { ruleCache: ConfigCache; step: NonNullable<SinkDeps['rules']> };
  live: Pick<Live, 'publish' | 'isHeard'>;
  /** How much may wait, and how much of it may be one account's. */
  limits?: Partial<Pick<PacketLogOptions, 'capacity' | 'accountShare' | 'maxBuffered' | 'ttlMs'>>;
}

export interface Ingestion {
  /** The way in for whatever brings messages. */
  accept: Accept;
  directory: DeviceDirectory;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when everything that was accepted has been applied. */
  idle(): Promise<void>;
  /** Packets that are accepted and not applied yet. */
  open(): number;
  /** Will packets that come now be applied soon, by this process or another? True where this one takes none. */
  isServing(): Promise<boolean>;
}

/** The way of a packet from the door to values, health and the books, in this process. */
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
  /** Reading windows again would cost the account a second or more whenever it changes between lane and the others. */
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
