import { setTimeout as delay } from 'node:timers/promises';
import { type Budget, createBudget, OverBudgetError } from '../platform/clock/work-budget.ts';
import type { Db } from '../platform/db/db.ts';
import type { Log } from '../platform/log/log.ts';
import { createApplier, retryMs, TakenOverError } from './apply.ts';
import { createLanes, type LanesOptions } from './lanes.ts';
import type { Packet } from './log/packet.ts';
import type { PacketLog } from './log/packet-log.ts';
import type { Batch, Directory, Parsers, Sink, Work } from './ports.ts';
import { interpret, joined } from './steps/interpret.ts';

export interface PipelineOptions {
  db: Db;
  log: Log;
  packets: PacketLog;
  directory: Directory;
  parsers: Parsers;
  sink: Sink;
  /** Creates a separate sink, with no shared state, for an account that has its own lane. */
  openSink?: LanesOptions['openSink'];
  /** Accounts whose packets take longer than this to interpret or compute get their own lane. */
  slowMs?: number;
  maxBatch?: number;
  /**
   * Minimum time between the starts of two batches while packets keep coming: a large batch costs little more than a
   * small one.
   */
  lingerMs?: number;
}

export interface Pipeline {
  /** Signals that packets may be available. */
  wake(): void;
  /** Opens lanes for accounts whose packets were parked before, by another process or before a restart. */
  park(accountIds: readonly number[]): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** With this many open packets, a batch starts immediately. */
const worthwhile = 1_000;
/** Interval at which packets are taken and interpreted while others are written. */
const pieceMs = 20;

/** Packets that were taken from the log together. */
interface Piece {
  taken: readonly Packet[];
  /** The result of interpretation, once it is available. */
  part: Batch | undefined;
  interpreted: Promise<void>;
}

/** The batch that grows while the previous one is written: its packets are interpreted, and are being computed. */
interface Next {
  parts: Batch[];
  work: Work;
  budget: Budget;
}

/** Time budget per packet, on top of the fixed budget of a batch. */
const packetMs = 0.1;
/** Target duration of a batch: the next packets wait no longer, and few large batches cost less than many small ones. */
const batchMs = 300;
const leastBatch = 500;

const accountsOf = (packets: readonly Packet[]) => new Set(packets.map(({ accountId }) => accountId));

/**
 * Takes packets from the log in order, and applies each exactly once: results and cursor are written in one
 * transaction.
 */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { db, log, packets, directory, parsers, sink, maxBatch = 8_000, lingerMs = 25, slowMs = 400 } = options;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let takenMs = 0;
  let startedMs = 0;
  /** Estimated number of packets that fit into a batch. */
  let fitting = maxBatch;
  let next: Next | undefined;
  /** Pieces that are taken and not part of a batch yet, in order; each is interpreted by itself. */
  let waiting: Piece[] = [];
  /** Set while a failed batch is applied again; nothing is computed meanwhile. */
  let isHeldUp = false;
  /** Packets of the batch that is being committed. */
  let underway: readonly Packet[] = [];
  /** Packets that were taken, and can no longer be applied in this order because another process took over. */
  let lost: readonly Packet[] = [];

  const lanes = createLanes({
    ...{ db, log, directory, packets, slowMs },
    understand: (taken) => interpret({ directory, parsers }, taken),
    openSink: options.openSink ?? (() => ({ sink, close() {} })),
    isAwaited: (accountId) => inFlight().some((packet) => packet.accountId === accountId),
  });

  const budgetOf = (count: number) => createBudget(slowMs + count * packetMs);

  /** Interprets packets, except those of accounts with a lane. If scripts take too long, their accounts get a lane. */
  async function understand(taken: readonly Packet[]): Promise<Batch> {
    const own = taken.filter(({ accountId }) => !lanes.has(accountId));
    const understanding = interpret({ directory, parsers }, own, taken);
    const limit = new AbortController();
    const isLate = delay(slowMs, undefined, { signal: limit.signal }).catch(() => undefined);
    const batch = await Promise.race([understanding, isLate]).finally(() => limit.abort());
    if (batch) return batch;
    understanding.catch(() => {});
    const scripted = own.filter(
      ({ connectorId, identifier }) => (directory.find(connectorId, identifier)?.parserId ?? null) !== null,
    );
    lanes.open(accountsOf(scripted));
    return scripted.length > 0 ? understand(taken) : understanding;
  }

  const asideOf = ({ packets: own, taken }: Batch) => {
    if (own.length === taken.length) return [];
    const applied = new Set(own);
    return taken.filter((packet) => !applied.has(packet));
  };

  const applier = createApplier({
    ...{ db, log, directory, sink, understand, budgetOf },
    finish: (client, batch) => packets.finish(client, batch.taken, asideOf(batch)),
    settle(batch) {
      const aside = asideOf(batch);
      packets.settle(batch.packets, aside);
      lanes.arrived(aside);
    },
  });
  const { stumbled } = applier;

  /** Retries until the packets are applied, parked, or lost to another process. Undefined if they were not applied. */
  async function patiently<T>(taken: readonly Packet[], work: (batch: Batch) => T): Promise<Awaited<T> | undefined> {
    for (;;) {
      try {
        return await applier.patiently(taken, work);
      } catch (error) {
        if (error instanceof OverBudgetError) lanes.open(accountsOf(taken));
        else if (error instanceof TakenOverError) {
          lost = [...lost, ...taken];
          return undefined;
        } else throw error;
      }
    }
  }

  /** Moves interpreted pieces into the next batch, in order. */
  function grow(): void {
    for (let [first] = waiting; first?.part && !isHeldUp; [first] = waiting) {
      waiting.shift();
      next ??= { parts: [], work: sink.begin(), budget: budgetOf(0) };
      const { parts, work, budget } = next;
      const { part } = first;
      parts.push(part);
      budget.extend(part.packets.length * packetMs);
      budget.run(() => work.add(part));
    }
  }

  /** Starts to interpret these packets, independently of other pieces. */
  function pieceOf(taken: readonly Packet[]): Piece {
    const piece: Piece = { taken, part: undefined, interpreted: Promise.resolve() };
    piece.interpreted = patiently(taken, (batch) => batch).then((part) => {
      piece.part = part;
      grow();
    });
    return piece;
  }

  const takenBehind = () => [
    ...(next?.parts ?? []).flatMap((part) => part.taken),
    ...waiting.flatMap(({ taken }) => taken),
  ];

  /** All packets that are taken and not committed. */
  const inFlight = () => [...underway, ...takenBehind()];

  const countBehind = () =>
    (next?.parts ?? []).reduce((sum, part) => sum + part.taken.length, 0) +
    waiting.reduce((sum, { taken }) => sum + taken.length, 0);

  async function forgetBehind(): Promise<void> {
    const dropped = next;
    next = undefined;
    waiting = [];
    await dropped?.work.discard();
  }

  function fit(count: number, tookMs: number): void {
    if (tookMs < batchMs) fitting = Math.min(maxBatch, Math.max(fitting, 2 * count));
    else fitting = Math.min(maxBatch, Math.max(leastBatch, Math.floor((count * batchMs) / tookMs)));
  }

  /** After a failure, everything that was computed on top of the failed batch is computed again. */
  async function applyBatch({ parts, work, budget }: Next): Promise<void> {
    const batch = joined(parts);
    underway = batch.taken;
    try {
      await applier.commit(work, batch, budget);
      fit(batch.taken.length, performance.now() - startedMs);
    } catch (error) {
      isHeldUp = true;
      const behind = takenBehind();
      await forgetBehind();
      await work.discard();
      if (error instanceof OverBudgetError) lanes.open(accountsOf(batch.packets));
      if (error instanceof TakenOverError) lost = [...lost, ...batch.taken];
      else await patiently(batch.taken, applier.applyAround);
      // More packets may have been lost meanwhile.
      if (lost.length > 0) lost = [...lost, ...behind];
      else if (behind.length > 0) waiting.unshift(pieceOf(behind));
      isHeldUp = false;
      grow();
    } finally {
      underway = [];
    }
  }

  /** Packets taken behind lost packets of their shard would leave a gap, so they are taken again as well. */
  async function takeAgain(): Promise<void> {
    lost = [...lost, ...takenBehind()];
    await forgetBehind();
    try {
      await packets.rewind(lost);
      lost = [];
    } catch (error) {
      stumbled(error);
      await delay(retryMs[2]);
    }
  }

  /** While one batch is written, the next one grows and is computed, piece by piece. */
  async function run(): Promise<void> {
    let committing: Promise<void> | undefined;
    let hasFound = true;
    while (!isStopped) {
      if (isHeldUp) await committing;
      if (lost.length > 0 && !committing) {
        await takeAgain();
        continue;
      }
      const isEnough = packets.openTogether() >= worthwhile;
      if (next && !committing && (isEnough || performance.now() >= startedMs + lingerMs)) {
        startedMs = performance.now();
        committing = applyBatch(next)
          .catch(stumbled)
          .finally(() => {
            committing = undefined;
          });
        next = undefined;
      }
      const waitMs = takenMs + pieceMs - performance.now();
      if (waitMs > 1 && (committing || next || waiting.length > 0 || !isEnough || !hasFound)) {
        await Promise.race([delay(waitMs), committing, waiting[0]?.interpreted].filter((each) => each !== undefined));
        continue;
      }
      takenMs = performance.now();
      const room = fitting - countBehind();
      const taken = room > 0 ? await packets.take(room) : [];
      hasFound = taken.length > 0;
      if (hasFound) waiting.push(pieceOf(taken));
      else if (!committing && !next && waiting.length === 0 && lost.length === 0 && !packets.hasMore()) return;
    }
    await committing;
    await forgetBehind();
  }

  function wake(): void {
    if (isStopped) return;
    running ??= run()
      .catch(stumbled)
      .finally(() => {
        running = undefined;
        if (packets.hasMore()) wake();
      });
  }

  return {
    wake,
    park: (accountIds) => lanes.open(accountIds),
    async idle() {
      while (running || !lanes.isIdle()) await Promise.all([running, lanes.idle()]);
    },
    async stop() {
      isStopped = true;
      applier.stop();
      await lanes.stop();
      while (running) await running;
    },
  };
}
