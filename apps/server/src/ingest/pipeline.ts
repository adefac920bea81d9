import { setTimeout as delay } from 'node:timers/promises';
import { createBudget } from '../platform/clock/work-budget.ts';
import type { Db } from '../platform/db/db.ts';
import type { Log } from '../platform/log/log.ts';
import { createApplier } from './apply/applier.ts';
import { interpretBatch } from './interpret/batch.ts';
import type { Packet } from './log/packet.ts';
import type { PacketLog } from './log/packet-log.ts';
import type { Batch, LiveDirectory, Parsers, Sink } from './ports.ts';
import { createLanes, type LanesOptions } from './schedule/lanes.ts';
import type { Time } from './schedule/retries.ts';
import { accountsOf, createScheduler } from './schedule/scheduler.ts';

interface PipelineOptions {
  db: Db;
  log: Log;
  packets: PacketLog;
  directory: LiveDirectory;
  parsers: Parsers;
  sink: Sink;
  /** Creates a separate sink, with no shared state, for an account that has its own lane. */
  openSink?: LanesOptions['openSink'];
  /** Accounts whose packets take longer than this to interpret or compute get their own lane. */
  slowMs?: number;
  maxBatch?: number;
  lingerMs?: number;
}

interface Pipeline {
  wake(): void;
  /** Opens lanes for accounts whose packets were parked before, by another process or before a restart. */
  park(accountIds: readonly number[]): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Time budget per packet, on top of the fixed budget of a batch. */
const packetMs = 0.1;

const time: Time = { now: () => performance.now(), pause: (ms) => delay(ms) };

function asideOf({ packets: own, taken }: Batch): Packet[] {
  if (own.length === taken.length) return [];
  const applied = new Set(own);
  return taken.filter((packet) => !applied.has(packet));
}

/** Takes packets from the log in order and applies each exactly once, with the cursor in one transaction. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { db, log, packets, directory, parsers, sink, maxBatch = 8_000, lingerMs = 25, slowMs = 400 } = options;

  const lanes = createLanes({
    ...{ db, log, directory, packets, slowMs, time },
    interpret: (taken) => interpretBatch({ directory, parsers }, taken),
    openSink: options.openSink ?? (() => ({ sink, close() {} })),
    isAwaited: (accountId) => scheduler.isAwaited(accountId),
  });

  /** Interprets packets, except those of accounts with a lane. If scripts take too long, their accounts get a lane. */
  async function interpret(taken: readonly Packet[]): Promise<Batch> {
    const own = taken.filter(({ accountId }) => !lanes.has(accountId));
    const interpreting = interpretBatch({ directory, parsers }, own, taken);
    const limit = new AbortController();
    const isLate = delay(slowMs, undefined, { signal: limit.signal }).catch(() => undefined);
    const batch = await Promise.race([interpreting, isLate]).finally(() => limit.abort());
    if (batch) return batch;
    interpreting.catch(() => {});
    const scripted = own.filter((packet) => (directory.deviceOf(packet)?.parserId ?? null) !== null);
    lanes.open(accountsOf(scripted));
    return scripted.length > 0 ? interpret(taken) : interpreting;
  }

  const applier = createApplier({
    ...{ db, log, directory, sink, interpret, packetMs },
    openBudget: () => createBudget(slowMs),
    finish: (client, batch) => packets.finish(client, batch.taken, asideOf(batch)),
    settle(batch) {
      const aside = asideOf(batch);
      packets.settle(batch.packets, aside);
      lanes.arrived(aside);
    },
  });
  const scheduler = createScheduler({
    ...{ packets, interpret, applier, log, time, maxBatch, lingerMs },
    openLanes: lanes.open,
  });

  return {
    wake: scheduler.wake,
    park: lanes.open,
    async idle() {
      while (!scheduler.isIdle() || !lanes.isIdle()) await Promise.all([scheduler.idle(), lanes.idle()]);
    },
    async stop() {
      await Promise.all([scheduler.stop(), lanes.stop()]);
    },
  };
}
