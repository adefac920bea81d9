import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../platform/db/db.ts';
import { onConnectionOf } from '../platform/history/connection.ts';
import type { Log } from '../platform/log/log.ts';
import type { Packet } from './log/packet.ts';
import type { PacketLog } from './log/packet-log.ts';
import type { Batch, Directory, Parsers, Sink, Work } from './ports.ts';
import { StaleError } from './stale.ts';
import { interpret, joined } from './steps/interpret.ts';

export interface PipelineOptions {
  db: Db;
  log: Log;
  packets: PacketLog;
  directory: Directory;
  parsers: Parsers;
  sink: Sink;
  maxBatch?: number;
  /** While packets keep coming, batches begin no sooner after one another: a batch of many costs little more than one of few. */
  lingerMs?: number;
}

export interface Pipeline {
  /** There may be something to do. */
  wake(): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Somebody else has applied these packets, or owns them by now. */
class TakenOverError extends Error {}

const retryMs = [50, 250, 1_000, 5_000];
/** So many packets need not wait for more. */
const worthwhile = 1_000;
/** So often packets are taken and interpreted while others are written. */
const pieceMs = 20;

/** Packets that were taken together. */
interface Piece {
  taken: readonly Packet[];
  /** What they mean, once that is known. */
  part: Batch | undefined;
  interpreted: Promise<void>;
}

/** The batch that grows while the last one is written: packets that were interpreted, and are being computed. */
interface Next {
  parts: Batch[];
  work: Work;
}

/** PostgreSQL's classes 22 (data) and 23 (constraints): the same packets would fail for ever. */
const isDataError = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^2[23]/.test(cause.code)) return true;
  }
  return false;
};

const unstorable = (packet: Packet, mark: string): Batch => ({
  mark,
  packets: [packet],
  updates: [],
  routed: [],
  adopted: [],
  sightings: [],
  faults: [
    { packet, deviceId: packet.deviceId, outcome: 'rejected', reason: { code: 'PACKET_UNSTORABLE', params: {} } },
  ],
});

/** Takes packets from the log in order, and applies each exactly once: results and cursor in one transaction. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { db, log, packets, directory, parsers, sink, maxBatch = 8_000, lingerMs = 25 } = options;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let takenMs = 0;
  let startedMs = 0;
  let next: Next | undefined;
  /** Taken, and part of no batch yet; piece by piece, those at the beginning are being interpreted. */
  let waiting: Piece[] = [];
  /** Nothing is computed until a batch that failed has been applied. */
  let isHeldUp = false;
  /** Taken, and not ours to apply in this order. */
  let lost: readonly Packet[] = [];

  const stumbled = (error: unknown) => log.error({ err: error }, 'the pipeline stumbled');

  async function commit(work: Work, batch: Batch): Promise<void> {
    const applied = await db.transaction(async (tx) => {
      if (await directory.isStale(tx, batch.mark)) throw new StaleError();
      const applying = await work.apply(tx, batch);
      const isOurs = await onConnectionOf(tx, (client) => packets.finish(client, batch.packets));
      if (!isOurs) throw new TakenOverError();
      return applying;
    });
    packets.settle(batch.packets);
    try {
      applied.publish();
    } catch (error) {
      // It stands, whatever becomes of telling others.
      stumbled(error);
    }
  }

  async function applyOnce(given: Batch): Promise<void> {
    let batch = given;
    for (;;) {
      const work = sink.begin();
      try {
        work.add(batch);
        return await commit(work, batch);
      } catch (error) {
        await work.discard();
        if (!(error instanceof StaleError)) throw error;
        await directory.refresh();
        batch = await interpret({ directory, parsers }, batch.packets);
      }
    }
  }

  /** A packet that can't be stored must not stop the others: the batch is halved until it stands alone. */
  async function applyAround(batch: Batch): Promise<void> {
    try {
      await applyOnce(batch);
    } catch (error) {
      if (!isDataError(error)) throw error;
      const taken = batch.packets;
      const [only] = taken;
      if (taken.length === 1 && only) {
        log.warn({ err: error, shard: only.shard, seq: only.seq }, 'a packet can’t be stored');
        return applyOnce(unstorable(only, batch.mark));
      }
      const middle = Math.ceil(taken.length / 2);
      for (const half of [taken.slice(0, middle), taken.slice(middle)]) {
        await applyAround(await interpret({ directory, parsers }, half));
      }
    }
  }

  /** Passing failures (the database restarts) are waited out: the packets are safe in the log. Undefined: stopped. */
  async function patiently<T>(taken: readonly Packet[], work: (batch: Batch) => T): Promise<Awaited<T> | undefined> {
    for (let attempt = 0; !isStopped; attempt += 1) {
      try {
        return await work(await interpret({ directory, parsers }, taken));
      } catch (error) {
        if (error instanceof TakenOverError) {
          lost = [...lost, ...taken];
          return undefined;
        }
        log.error({ err: error, packets: taken.length }, 'applying packets failed');
        await delay(retryMs[Math.min(attempt, retryMs.length - 1)]);
      }
    }
    return undefined;
  }

  /** What has been interpreted becomes part of the next batch, in order. */
  function grow(): void {
    for (let [first] = waiting; first?.part && !isHeldUp; [first] = waiting) {
      waiting.shift();
      next ??= { parts: [], work: sink.begin() };
      next.parts.push(first.part);
      next.work.add(first.part);
    }
  }

  /** Begins to interpret packets, each piece by itself. */
  function pieceOf(taken: readonly Packet[]): Piece {
    const piece: Piece = { taken, part: undefined, interpreted: Promise.resolve() };
    piece.interpreted = patiently(taken, (batch) => batch).then((part) => {
      piece.part = part;
      grow();
    });
    return piece;
  }

  const takenBehind = () => [
    ...(next?.parts ?? []).flatMap((part) => part.packets),
    ...waiting.flatMap(({ taken }) => taken),
  ];

  const countBehind = () =>
    (next?.parts ?? []).reduce((sum, part) => sum + part.packets.length, 0) +
    waiting.reduce((sum, { taken }) => sum + taken.length, 0);

  async function forgetBehind(): Promise<void> {
    const dropped = next;
    next = undefined;
    waiting = [];
    await dropped?.work.discard();
  }

  /** What was computed on top of a batch that failed is computed anew after it. */
  async function applyBatch({ parts, work }: Next): Promise<void> {
    const batch = joined(parts);
    try {
      await commit(work, batch);
    } catch (error) {
      isHeldUp = true;
      const behind = takenBehind();
      await forgetBehind();
      await work.discard();
      if (error instanceof TakenOverError) lost = [...lost, ...batch.packets];
      else await patiently(batch.packets, applyAround);
      // More may have been taken meanwhile.
      if (lost.length > 0) lost = [...lost, ...behind];
      else if (behind.length > 0) waiting.unshift(pieceOf(behind));
      isHeldUp = false;
      grow();
    }
  }

  /** What was taken behind lost packets of its shard would not fit any more: it comes again with them. */
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

  /** While one batch is written the next one grows and is computed, piece by piece. */
  async function run(): Promise<void> {
    let committing: Promise<void> | undefined;
    let hasFound = true;
    while (!isStopped) {
      if (isHeldUp) await committing;
      if (lost.length > 0 && !committing) {
        await takeAgain();
        continue;
      }
      const isEnough = packets.open() >= worthwhile;
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
      const room = maxBatch - countBehind();
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
    async idle() {
      while (running) await running;
    },
    async stop() {
      isStopped = true;
      while (running) await running;
    },
  };
}
