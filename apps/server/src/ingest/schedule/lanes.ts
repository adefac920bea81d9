import { type Budget, createBudget, OverBudgetError, withinBudget } from '../../platform/clock/work-budget.ts';
import { createConcurrencyLimit } from '../../platform/concurrency/concurrency-limit.ts';
import { type ApplierDeps, createApplier, TakenOverError } from '../apply/applier.ts';
import type { LaneSlice } from '../log/lanes.store.ts';
import type { Packet } from '../log/packet.ts';
import type { PacketLog } from '../log/packet-log.ts';
import type { Sink } from '../ports.ts';
import { createRetries, pauseMs, type Time } from './retries.ts';

export interface LanesOptions extends Pick<ApplierDeps, 'db' | 'log' | 'directory' | 'interpret'> {
  packets: PacketLog;
  time: Time;
  /** Creates the sink of a lane, which computes its values separately from all other accounts. */
  openSink(accountId: number): LaneSink;
  /** Time budget of a slice in a new lane; a lane that exceeds it becomes slow. */
  slowMs: number;
  /** Whether packets in flight will still be parked for this account. */
  isAwaited(accountId: number): boolean;
}

interface LaneSink {
  sink: Sink;
  /** Called when the account returns to the shared pipeline. */
  close(): void;
}

/**
 * How long the slices of a lane may take: as long as any batch, longer, or without a limit. Lanes of one pace wait for
 * each other, so those that take longest must not be among those that are merely slow.
 */
type Pace = 'new' | 'slow' | 'stuck';

/** Number of lanes of each pace that run at the same time. */
const atOnce = 2;
/** A slice of a slow lane may take this many times as long as a batch. */
const slowFactor = 10;
const sliceMs = 250;
const [firstSlice, largestSlice] = [500, 2_000];
/** A slow account returns to the shared pipeline once each of its packets takes no longer than this. */
const quickMs = 20;

interface Lane extends LaneSink {
  pace: Pace;
  slice: number;
  perPacketMs: number;
  running: Promise<void> | undefined;
  hasNews: boolean;
  stop(): void;
}

/**
 * Lanes for accounts whose packets took too long in a shared batch. Their packets are parked and applied here, account
 * by account, in separate transactions, while other accounts continue. Accounts that were in that batch by chance
 * finish at once.
 */
export function createLanes(options: LanesOptions) {
  const { packets, interpret, openSink, slowMs, isAwaited, time, ...common } = options;
  const lanes = new Map<number, Lane>();
  const places: Record<Pace, ReturnType<typeof createConcurrencyLimit>> = {
    new: createConcurrencyLimit(atOnce),
    slow: createConcurrencyLimit(atOnce),
    stuck: createConcurrencyLimit(atOnce),
  };
  const budgetsMs: Record<Pace, number> = { new: slowMs, slow: slowFactor * slowMs, stuck: Number.POSITIVE_INFINITY };
  let isStopped = false;

  async function runLane(accountId: number, lane: Lane): Promise<void> {
    const { sink } = lane;
    let slice: LaneSlice = { packets: [], cursors: new Map() };
    let budget: Budget | undefined;
    let budgets: Budget[] = [];
    const openBudget = () => {
      budget = createBudget(budgetsMs[lane.pace]);
      budgets.push(budget);
      return budget;
    };
    /** Lanes of one pace share a concurrency limit, so none may keep the others waiting for its scripts. */
    const interpretInTime = async (taken: readonly Packet[]) => {
      const begun = openBudget();
      return begun.run(() => withinBudget(interpret(taken)));
    };
    const applier = createApplier({
      ...common,
      ...{ sink, interpret: interpretInTime, openBudget, packetMs: 0 },
      finish: (client) => packets.lanes.finish(client, accountId, slice),
      settle: (batch) => packets.lanes.settle(batch.packets),
    });
    const retries = createRetries({ log: common.log, time });
    lane.stop = () => {
      retries.stop();
      budget?.abort();
    };

    async function applySlice(): Promise<void> {
      budgets = [];
      const { run } = places[lane.pace];
      try {
        // Only the attempts occupy a place, not the pauses between them.
        await retries.until(() =>
          run(async () => {
            if (!isStopped) await applier.applyAround(await interpretInTime(slice.packets));
          }),
        );
      } catch (error) {
        if (!(error instanceof TakenOverError || error instanceof OverBudgetError)) throw error;
        if (error instanceof TakenOverError || isStopped) return;
        if (lane.pace === 'new') lane.pace = 'slow';
        else if (slice.packets.length === 1) lane.pace = 'stuck';
        lane.slice = 1;
        return;
      }
      // Only the account's own work counts: on a busy machine the fixed cost of a transaction would make every account slow.
      const usedMs = budgets.reduce((sum, each) => sum + each.usedMs(), 0);
      lane.perPacketMs = usedMs / slice.packets.length;
      if (lane.pace === 'stuck' && lane.perPacketMs < budgetsMs.slow) lane.pace = 'slow';
      lane.slice = Math.max(1, Math.min(largestSlice, lane.slice * 2, Math.floor(sliceMs / lane.perPacketMs)));
    }

    /** True if nothing is left, and the account has returned to the shared pipeline. */
    async function hasEnded(): Promise<boolean> {
      if (lane.pace !== 'new' && lane.perPacketMs > quickMs) return false;
      if (isAwaited(accountId) || !(await packets.lanes.end(accountId))) return false;
      // Further packets may have been parked meanwhile.
      if (isAwaited(accountId) || lane.hasNews) return false;
      lanes.delete(accountId);
      lane.close();
      return true;
    }

    try {
      while (!isStopped) {
        lane.hasNews = false;
        slice = await packets.lanes.take(accountId, lane.slice);
        if (slice.packets.length > 0) await applySlice();
        else if ((await hasEnded()) || !lane.hasNews) return;
      }
    } finally {
      retries.stop();
    }
  }

  function wake(accountId: number, lane: Lane): void {
    lane.hasNews = true;
    if (isStopped) return;
    lane.running ??= runLane(accountId, lane)
      .catch(async (error: unknown) => {
        common.log.error({ err: error, accountId }, 'applying packets of a lane failed');
        lane.hasNews = true;
        if (!isStopped) await time.pause(pauseMs);
      })
      .finally(() => {
        lane.running = undefined;
        if (lane.hasNews && lanes.has(accountId)) wake(accountId, lane);
      });
  }

  function open(accountIds: Iterable<number>): void {
    for (const accountId of accountIds) {
      const known = lanes.get(accountId);
      const lane: Lane = known ?? {
        ...{ pace: 'new', slice: firstSlice, perPacketMs: 0, hasNews: false },
        ...{ running: undefined, stop() {}, ...openSink(accountId) },
      };
      lanes.set(accountId, lane);
      wake(accountId, lane);
    }
  }

  return {
    has: (accountId: number) => lanes.has(accountId),
    /** Opens lanes: packets of these accounts are parked from now on. */
    open,
    /** Wakes the lanes of packets that have been parked. */
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
