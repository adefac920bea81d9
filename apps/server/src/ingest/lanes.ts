import { setTimeout as delay } from 'node:timers/promises';
import { type Budget, createBudget, OverBudgetError, withinBudget } from '../platform/clock/work-budget.ts';
import { createConcurrencyLimit } from '../platform/concurrency/concurrency-limit.ts';
import { type ApplierDeps, createApplier, retryMs, TakenOverError } from './apply.ts';
import type { LaneSlice } from './log/lanes.store.ts';
import type { Packet } from './log/packet.ts';
import type { PacketLog } from './log/packet-log.ts';
import type { Sink } from './ports.ts';

export interface LanesOptions extends Pick<ApplierDeps, 'db' | 'log' | 'directory'> {
  packets: PacketLog;
  /** What packets mean; whose they are has been looked at. */
  understand: ApplierDeps['understand'];
  /** Values of a lane are computed apart from all others, with a sink that lives as long as the lane. */
  openSink(accountId: number): LaneSink;
  /** A lane that is new has this long for what waits in it. */
  slowMs: number;
  /** Are packets on their way that will be put aside for this account? */
  isAwaited(accountId: number): boolean;
}

export interface LaneSink {
  sink: Sink;
  /** The account goes with the others from now on. */
  close(): void;
}

/** Lanes of each kind that work at the same time. */
const atOnce = 2;
/** What a slice of a slow account should take. */
const sliceMs = 250;
const [firstSlice, largestSlice] = [500, 2_000];
/** An account whose packets take no longer may go with the others again. */
const quickMs = 20;

interface Lane extends LaneSink {
  /** The account exceeded its budget; its later slices have no time limit, and share the turns of slow lanes. */
  isSlow: boolean;
  slice: number;
  perPacketMs: number;
  running: Promise<void> | undefined;
  hasNews: boolean;
  /** Aborts the slice in progress. */
  stop(): void;
}

/**
 * Accounts whose packets took too long beside those of others. What they send is put aside and applied here, account by
 * account, in transactions of its own; the others go on. Those who were in the same batch by chance are through at once.
 */
export function createLanes(options: LanesOptions) {
  const { packets, understand, openSink, slowMs, isAwaited, ...common } = options;
  const lanes = new Map<number, Lane>();
  const limits = { slow: createConcurrencyLimit(atOnce), new: createConcurrencyLimit(atOnce) };
  let isStopped = false;

  async function runLane(accountId: number, lane: Lane): Promise<void> {
    const { sink } = lane;
    let slice: LaneSlice = { packets: [], cursors: new Map() };
    let budget: Budget | undefined;
    /** New lanes share their turns: none may keep the others waiting for its scripts. */
    const understandInTime = async (taken: readonly Packet[]) => {
      const begun = createBudget(lane.isSlow ? Number.POSITIVE_INFINITY : slowMs);
      budget = begun;
      return begun.run(() => withinBudget(understand(taken)));
    };
    const applier = createApplier({
      ...common,
      ...{ sink, understand: understandInTime },
      finish: (client) => packets.lanes.finish(client, accountId, slice),
      settle: (batch) => packets.lanes.settle(batch.packets),
      budgetOf() {
        budget = createBudget(lane.isSlow ? Number.POSITIVE_INFINITY : slowMs);
        return budget;
      },
    });
    lane.stop = () => {
      applier.stop();
      budget?.abort();
    };

    async function applySlice(): Promise<void> {
      const begunMs = performance.now();
      try {
        await applier.patiently(slice.packets, (batch) => applier.applyAround(batch));
      } catch (error) {
        if (!(error instanceof TakenOverError || error instanceof OverBudgetError)) throw error;
        if (error instanceof TakenOverError || isStopped) return;
        lane.isSlow = true;
        lane.slice = 1;
        return;
      }
      lane.perPacketMs = (performance.now() - begunMs) / slice.packets.length;
      lane.slice = Math.max(1, Math.min(largestSlice, lane.slice * 2, Math.floor(sliceMs / lane.perPacketMs)));
    }

    /** True: nothing is left, and the account goes with the others from now on. */
    async function hasEnded(): Promise<boolean> {
      if (lane.isSlow && lane.perPacketMs > quickMs) return false;
      if (isAwaited(accountId) || !(await packets.lanes.end(accountId))) return false;
      // Something may have been put aside meanwhile.
      if (isAwaited(accountId) || lane.hasNews) return false;
      lanes.delete(accountId);
      lane.close();
      return true;
    }

    try {
      while (!isStopped) {
        lane.hasNews = false;
        slice = await packets.lanes.take(accountId, lane.slice);
        if (slice.packets.length > 0) await limits[lane.isSlow ? 'slow' : 'new'].run(applySlice);
        else if ((await hasEnded()) || !lane.hasNews) return;
      }
    } finally {
      applier.stop();
    }
  }

  function wake(accountId: number, lane: Lane): void {
    lane.hasNews = true;
    if (isStopped) return;
    lane.running ??= runLane(accountId, lane)
      .catch(async (error: unknown) => {
        common.log.error({ err: error, accountId }, 'applying packets of a lane failed');
        lane.hasNews = true;
        if (!isStopped) await delay(retryMs[2]);
      })
      .finally(() => {
        lane.running = undefined;
        if (lane.hasNews && lanes.has(accountId)) wake(accountId, lane);
      });
  }

  function open(accountIds: Iterable<number>): void {
    for (const accountId of accountIds) {
      const known = lanes.get(accountId);
      const lane = known ?? {
        ...{ isSlow: false, slice: firstSlice, perPacketMs: 0, hasNews: false },
        ...{ running: undefined, stop() {}, ...openSink(accountId) },
      };
      lanes.set(accountId, lane);
      wake(accountId, lane);
    }
  }

  return {
    has: (accountId: number) => lanes.has(accountId),
    /** From now on packets of these accounts are put aside. */
    open,
    /** These have been put aside. */
    arrived: (aside: readonly Packet[]) => open(new Set(aside.map(({ accountId }) => accountId))),
    async idle(): Promise<void> {
      for (;;) {
        const running = [...lanes.values()].flatMap((lane) => lane.running ?? []);
        if (running.length === 0) return;
        await Promise.all(running);
      }
    },
    isIdle: () => [...lanes.values()].every(({ running }) => running === undefined),
    async stop(): Promise<void> {
      isStopped = true;
      for (const lane of lanes.values()) lane.stop();
      await Promise.all([...lanes.values()].map(({ running }) => running));
    },
  };
}
