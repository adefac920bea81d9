import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../platform/db/db.ts';
import { onConnectionOf } from '../platform/history/connection.ts';
import type { Log } from '../platform/log/log.ts';
import type { Packet } from './log/packet.ts';
import type { PacketLog } from './log/packet-log.ts';
import type { Applied, Batch, Directory, Parsers, Sink } from './ports.ts';
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

/** Packets that were interpreted, or are about to be, and wait for their turn to be written. */
interface Piece {
  taken: readonly Packet[];
  prepared: Promise<Batch>;
}

const countOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { taken }) => sum + taken.length, 0);

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
  const { db, log, packets, directory, parsers, sink, maxBatch = 8_000, lingerMs = 40 } = options;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let takenMs = 0;
  let startedMs = 0;
  let pieces: Piece[] = [];
  /** Taken, and not ours to apply in this order. */
  let lost: readonly Packet[] = [];

  async function commit(taken: readonly Packet[], batch: Batch): Promise<Applied> {
    let applied: Applied | undefined;
    try {
      return await db.transaction(async (tx) => {
        if (await directory.isStale(tx, batch.mark)) throw new StaleError();
        applied = await sink.apply(tx, batch);
        const isOurs = await onConnectionOf(tx, (client) => packets.finish(client, taken));
        if (!isOurs) throw new TakenOverError();
        return applied;
      });
    } catch (error) {
      applied?.discard();
      throw error;
    }
  }

  async function applyOnce(taken: readonly Packet[], batch: Batch): Promise<void> {
    for (;;) {
      try {
        const applied = await commit(taken, batch);
        packets.settle(taken);
        applied.publish();
        return;
      } catch (error) {
        if (!(error instanceof StaleError)) throw error;
        await directory.refresh();
        batch = await interpret({ directory, parsers }, taken);
      }
    }
  }

  /** A packet that can't be stored must not stop the others: the batch is halved until it stands alone. */
  async function applyAround(taken: readonly Packet[], batch: Batch): Promise<void> {
    try {
      await applyOnce(taken, batch);
    } catch (error) {
      if (!isDataError(error)) throw error;
      const [only] = taken;
      if (taken.length === 1 && only) {
        log.warn({ err: error, shard: only.shard, seq: only.seq }, 'a packet can’t be stored');
        return applyOnce(taken, unstorable(only, batch.mark));
      }
      const middle = Math.ceil(taken.length / 2);
      for (const half of [taken.slice(0, middle), taken.slice(middle)]) {
        await applyAround(half, await interpret({ directory, parsers }, half));
      }
    }
  }

  /** Passing failures (the database restarts) are waited out: the packets are safe in the log. */
  async function applyPatiently(together: readonly Piece[]): Promise<void> {
    const taken = together.flatMap((piece) => piece.taken);
    for (let attempt = 0; !isStopped; attempt += 1) {
      try {
        const batch =
          attempt === 0
            ? joined(await Promise.all(together.map(({ prepared }) => prepared)))
            : await interpret({ directory, parsers }, taken);
        return await applyAround(taken, batch);
      } catch (error) {
        if (error instanceof TakenOverError) {
          lost = [...lost, ...taken];
          return;
        }
        log.error({ err: error, packets: taken.length }, 'applying packets failed');
        await delay(retryMs[Math.min(attempt, retryMs.length - 1)]);
      }
    }
  }

  const stumbled = (error: unknown) => log.error({ err: error }, 'the pipeline stumbled');

  function pieceOf(taken: readonly Packet[]): Piece {
    const prepared = interpret({ directory, parsers }, taken);
    // Whoever applies it is told of its failure.
    prepared.catch(() => {});
    return { taken, prepared };
  }

  /** What was taken behind lost packets of its shard would not fit any more: it comes again with them. */
  async function takeAgain(): Promise<void> {
    lost = [...lost, ...pieces.flatMap(({ taken }) => taken)];
    pieces = [];
    try {
      await packets.rewind(lost);
      lost = [];
    } catch (error) {
      stumbled(error);
      await delay(retryMs[2]);
    }
  }

  /** While one batch is written the next one grows, piece by piece: nobody waits for a batch that has not begun yet. */
  async function run(): Promise<void> {
    let committing: Promise<void> | undefined;
    while (!isStopped) {
      const waitMs = Math.max(0, takenMs + pieceMs - performance.now());
      if (committing) await Promise.race([delay(waitMs), committing]);
      else if (waitMs > 1 && packets.open() < worthwhile) await delay(waitMs);
      if (lost.length > 0) {
        await takeAgain();
        continue;
      }
      takenMs = performance.now();
      const room = maxBatch - countOf(pieces);
      const taken = room > 0 ? await packets.take(room) : [];
      if (taken.length > 0) pieces.push(pieceOf(taken));
      else if (pieces.length === 0 || committing) {
        await committing;
        if (pieces.length > 0 || lost.length > 0 || packets.hasMore()) continue;
        return;
      }
      if (committing || lost.length > 0) continue;
      if (performance.now() < startedMs + lingerMs && packets.open() < worthwhile) continue;
      startedMs = performance.now();
      committing = applyPatiently(pieces)
        .catch(stumbled)
        .finally(() => {
          committing = undefined;
        });
      pieces = [];
    }
    await committing;
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
