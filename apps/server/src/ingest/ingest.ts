import { randomUUID } from 'node:crypto';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/db/db.ts';
import { definePort } from '../platform/feature/port.ts';
import type { Log } from '../platform/log/log.ts';
import { type Accept, createAccept } from './accept/accept.ts';
import { createSink } from './apply/index.ts';
import type { EffectPorts, ValueLanes } from './apply/ports.ts';
import { createPacketLog, type PacketLogOptions } from './log/packet-log.ts';
import { ensurePacketDays } from './log/partitions.store.ts';
import { createPipeline } from './pipeline.ts';
import type { LiveDirectory, Parsers } from './ports.ts';

/** Limits of the packet log: total capacity and the share of one account. */
export type IngestLimits = Partial<Pick<PacketLogOptions, 'capacity' | 'accountShare' | 'maxBuffered' | 'ttlMs'>>;

interface IngestDeps {
  database: Database;
  log: Log;
  clock: Clock;
  directory: LiveDirectory & { start(): Promise<void> };
  parsers: Parsers;
  values: ValueLanes;
  effects: EffectPorts;
  limits?: IngestLimits | undefined;
}

export interface Ingest {
  /** Entry point for everything that receives messages. */
  accept: Accept;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when all accepted packets have been applied. */
  idle(): Promise<void>;
  /** Number of packets that are accepted and not applied yet. */
  open(): number;
  /** Whether new packets will be applied soon, by this process or another. True if this process doesn't ingest. */
  isServing(): Promise<boolean>;
}

export const ingestPort = definePort<Ingest>('ingest');

/** Overrides the configured limits, for tests. */
export const ingestLimitsPort = definePort<IngestLimits>('limits of ingest');

/** The complete ingestion of this process: from accepting a packet to everything that follows from it. */
export function createIngest({
  database,
  log,
  clock,
  directory,
  parsers,
  values,
  effects,
  limits,
}: IngestDeps): Ingest {
  const packets = createPacketLog({
    ...limits,
    ...{ pool: database.pool, url: database.url },
    log,
    owner: randomUUID(),
    onReady: () => pipeline.wake(),
    onParked: (accountIds) => pipeline.park(accountIds),
  });
  const pipeline = createPipeline({
    ...{ db: database.db, log, packets, directory, parsers },
    sink: createSink(effects, values),
    openSink(accountId) {
      const lane = values.openLane(accountId);
      return { sink: createSink(effects, lane), close: lane.close };
    },
  });
  let isStarted = false;
  return {
    // Some flows take messages of unknown ids as well, so these must reach the log.
    accept: createAccept({ packets, directory, clock, takesUnknown: effects.flows?.takesUnknown ?? (() => false) }),
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
