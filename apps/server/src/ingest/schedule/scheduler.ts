import { OverBudgetError } from '../../platform/clock/work-budget.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Applier, TakenOverError, type Unit } from '../apply/applier.ts';
import type { Packet } from '../log/packet.ts';
import type { PacketLog } from '../log/packet-log.ts';
import type { Batch } from '../ports.ts';
import { createRetries, isRefused, pauseMs, type Time } from './retries.ts';

export interface SchedulerOptions {
  packets: Pick<PacketLog, 'take' | 'hasMore' | 'openTogether' | 'rewind'>;
  /** Interprets packets by the current configuration, except those of accounts with a lane. */
  interpret(taken: readonly Packet[]): Promise<Batch>;
  applier: Pick<Applier, 'begin' | 'applyAround'>;
  /** From now on the packets of these accounts are parked, and applied in lanes. */
  openLanes(accountIds: Iterable<number>): void;
  log: Log;
  time: Time;
  maxBatch: number;
  /** Minimum time between two batches under load, because a large batch costs little more than a small one. */
  lingerMs: number;
}

/** With this many open packets, a batch starts immediately. */
const worthwhile = 1_000;
/** Interval at which packets are taken and interpreted while others are written. */
const pieceMs = 20;
/** Target duration of a batch: the next packets wait no longer, and few large batches cost less than many small ones. */
const batchMs = 300;
const leastBatch = 500;

/** Packets that were taken from the log together. */
interface Piece {
  taken: readonly Packet[];
  /** The result of interpretation, once it is available. */
  part: Batch | undefined;
  interpreted: Promise<void>;
}

/** One of the accounts prevents the others from continuing, so that each continues by itself. */
const needsLanes = (error: unknown) => error instanceof OverBudgetError || isRefused(error);

export const accountsOf = (packets: readonly Packet[]) => new Set(packets.map(({ accountId }) => accountId));

/**
 * Takes packets in order, and applies them in units, one after another. While one unit is written, the next grows: its
 * packets are interpreted, and computed on top of values that may still fail to be written.
 */
export function createScheduler(options: SchedulerOptions) {
  const { packets, interpret, applier, openLanes, log, time, maxBatch, lingerMs } = options;
  const retries = createRetries({ log, time, isFinal: isRefused });
  let running: Promise<void> | undefined;
  let isStopped = false;
  let takenMs = time.now() - pieceMs;
  let startedMs = time.now() - lingerMs;
  /** Estimated number of packets that fit into a unit. */
  let fitting = maxBatch;
  /** Grows while the previous unit is written. */
  let next: Unit | undefined;
  /** Pieces that are taken and not part of a unit yet, in order; each is interpreted by itself. */
  let waiting: Piece[] = [];
  /** Set while a failed unit is applied again; nothing is computed meanwhile. */
  let isHeldUp = false;
  let writing: Promise<void> | undefined;
  let underway: readonly Packet[] = [];
  /** Packets that were taken, and can no longer be applied in this order because another process took over. */
  let lost: readonly Packet[] = [];

  const reportError = (error: unknown) => log.error({ err: error }, 'the pipeline stumbled');

  /** Retries until the packets are applied, parked, or lost to another process. Undefined if they were not applied. */
  async function patiently<T>(
    taken: readonly Packet[],
    work: (batch: Batch) => T | Promise<T>,
  ): Promise<T | undefined> {
    for (;;) {
      try {
        return await retries.until(async () => work(await interpret(taken)));
      } catch (error) {
        if (needsLanes(error)) openLanes(accountsOf(taken));
        else if (error instanceof TakenOverError) {
          lost = [...lost, ...taken];
          return undefined;
        } else throw error;
      }
    }
  }

  /** Moves interpreted pieces into the next unit, in order. */
  function grow(): void {
    for (let [first] = waiting; first?.part && !isHeldUp && !isStopped; [first] = waiting) {
      waiting.shift();
      next ??= applier.begin();
      next.add(first.part);
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

  const takenBehind = () => [...(next?.taken() ?? []), ...waiting.flatMap(({ taken }) => taken)];

  const inFlight = () => [...underway, ...takenBehind()];

  const countBehind = () => (next?.count() ?? 0) + waiting.reduce((sum, { taken }) => sum + taken.length, 0);

  async function forgetBehind(): Promise<void> {
    const dropped = next;
    next = undefined;
    waiting = [];
    await dropped?.discard();
  }

  function fit(count: number, tookMs: number): void {
    if (tookMs < batchMs) fitting = Math.min(maxBatch, Math.max(fitting, 2 * count));
    else fitting = Math.min(maxBatch, Math.max(leastBatch, Math.floor((count * batchMs) / tookMs)));
  }

  /** After a failure, everything that was computed on top of the failed unit is discarded and computed again. */
  async function write(unit: Unit): Promise<void> {
    const taken = unit.taken();
    underway = taken;
    try {
      await unit.commit();
      fit(taken.length, time.now() - startedMs);
    } catch (error) {
      isHeldUp = true;
      const behind = takenBehind();
      await forgetBehind();
      await unit.discard();
      if (needsLanes(error)) openLanes(accountsOf(taken));
      if (error instanceof TakenOverError) lost = [...lost, ...taken];
      else await patiently(taken, applier.applyAround);
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
      reportError(error);
      await time.pause(pauseMs);
    }
  }

  /** Packets stay in the log if they can't be read. */
  async function take(room: number): Promise<readonly Packet[]> {
    try {
      return await packets.take(room);
    } catch (error) {
      reportError(error);
      await time.pause(pauseMs);
      return [];
    }
  }

  /** While one unit is written, the next one grows and is computed, piece by piece. */
  async function run(): Promise<void> {
    let hasFound = true;
    while (!isStopped) {
      if (isHeldUp) {
        await writing;
        // After a stop, the failed unit stays in the log, and with it everything behind.
        continue;
      }
      if (lost.length > 0 && !writing) {
        await takeAgain();
        continue;
      }
      const isEnough = packets.openTogether() >= worthwhile;
      if (next && !writing && (isEnough || time.now() >= startedMs + lingerMs)) {
        startedMs = time.now();
        writing = write(next)
          .catch(reportError)
          .finally(() => {
            writing = undefined;
          });
        next = undefined;
      }
      const waitMs = takenMs + pieceMs - time.now();
      if (waitMs > 1 && (writing || next || waiting.length > 0 || !isEnough || !hasFound)) {
        await Promise.race([time.pause(waitMs), writing, waiting[0]?.interpreted].filter((each) => each !== undefined));
        continue;
      }
      takenMs = time.now();
      const room = fitting - countBehind();
      const taken = room > 0 ? await take(room) : [];
      hasFound = taken.length > 0;
      if (hasFound) waiting.push(pieceOf(taken));
      else if (!writing && !next && waiting.length === 0 && lost.length === 0 && !packets.hasMore()) return;
    }
    await writing;
    await forgetBehind();
  }

  function wake(): void {
    if (isStopped) return;
    running ??= run()
      .catch(reportError)
      .finally(() => {
        running = undefined;
        if (packets.hasMore()) wake();
      });
  }

  return {
    wake,
    isIdle: () => running === undefined,
    /** Whether packets of this account are taken and not committed. */
    isAwaited: (accountId: number) => inFlight().some((packet) => packet.accountId === accountId),
    /** Resolves when nothing is left to do. */
    async idle(): Promise<void> {
      while (running) await running;
    },
    /** Finishes the unit that is being written; all other packets stay in the log, behind the cursor. */
    async stop(): Promise<void> {
      isStopped = true;
      retries.stop();
      while (running) await running;
    },
  };
}
