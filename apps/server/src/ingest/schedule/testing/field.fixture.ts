import { setImmediate as nextTurn } from 'node:timers/promises';
import { OverBudgetError } from '../../../platform/clock/work-budget.ts';
import { createLog } from '../../../platform/log/log.ts';
import { TakenOverError, type Unit } from '../../apply/applier.ts';
import { StaleError } from '../../apply/stale.ts';
import { joined } from '../../interpret/batch.ts';
import type { Packet } from '../../log/packet.ts';
import type { Batch } from '../../ports.ts';
import { createScheduler } from '../scheduler.ts';

export const shards = [0, 1, 2] as const;

export const ticks = async (count: number) => {
  for (let left = count; left > 0; left -= 1) await nextTurn();
};

interface Row {
  seq: number;
  /** The newest value of the sender that the row was computed from. */
  before: number;
  isParked?: boolean;
}

interface Shard {
  log: Packet[];
  cursor: number;
  fence: number;
  /** Applied and parked packets, in the order of their commits. */
  rows: Row[];
  /** The last packet that another process has applied. */
  foreignTo: number;
  /** Of this process: the lease that it holds or has held, and up to where it has taken packets. */
  lease: number;
  isOwned: boolean;
  takenTo: number;
}

const senderOf = ({ shard, accountId }: Packet) => `${shard}/${accountId}`;

const batchOf = (packets: readonly Packet[], taken: readonly Packet[]): Batch => {
  return { mark: '', packets, taken, updates: [], routed: [], sightings: [], faults: [], adopted: [] };
};

/** The scheduler between a log and an applier that live in memory, check how they are used, and fail on demand. */
export function createField() {
  const state: Shard[] = shards.map(() => ({
    ...{ log: [], cursor: 0, fence: 1, rows: [], foreignTo: 0 },
    ...{ lease: 1, isOwned: true, takenTo: 0 },
  }));
  const at = (shard: number) => state[shard] ?? raise(`there is no shard ${shard}`);
  const violations: string[] = [];
  const slow = new Set<number>();
  const faults = { commit: 0, interpret: 0, take: 0, rewind: 0, late: 0 };
  let gate = Promise.resolve();
  let open = () => {};
  /** What only the running process knows. */
  let laned = new Set<number>();
  let newest = new Map<string, number>();
  let units: Unit[] = [];
  let nowMs = 0;

  const violate = (what: string) => violations.push(what);

  function strike(fault: keyof typeof faults): boolean {
    if (faults[fault] === 0) return false;
    faults[fault] -= 1;
    return true;
  }

  const lastOf = (sender: string) => {
    const { log, rows } = at(Number(sender.split('/')[0]));
    const own = rows.filter(
      ({ seq, isParked }) => !isParked && senderOf(log[seq - 1] ?? raise('no packet')) === sender,
    );
    return own.at(-1)?.seq ?? 0;
  };

  async function interpret(taken: readonly Packet[]): Promise<Batch> {
    // Later packets may be interpreted before earlier ones.
    if (strike('late')) await ticks(7);
    else await nextTurn();
    if (strike('interpret')) throw new Error('the database is away');
    return batchOf(
      taken.filter(({ accountId }) => !laned.has(accountId)),
      taken,
    );
  }

  function begin(): Unit {
    const parts: Batch[] = [];
    const computed = new Map<Packet, number>();
    const undo: [string, number][] = [];
    async function commit(): Promise<void> {
      if (units[0] !== unit) violate('a unit was committed before an earlier one had ended');
      const { packets, taken } = joined(parts);
      const done = new Map<string, number>();
      await gate;
      await nextTurn();
      if (packets.some(({ accountId }) => slow.has(accountId))) throw new OverBudgetError();
      if (strike('commit')) throw new Error('the database went away');
      for (const [shard, own] of Map.groupBy(taken, (packet) => packet.shard)) {
        const { cursor, fence, lease } = at(shard);
        if (fence !== lease) throw new TakenOverError();
        for (const [index, { seq }] of own.entries()) {
          const expected = cursor + 1 + index;
          // The log refuses gaps; the scheduler never tries to leave one.
          if (seq > expected) violate(`${shard}-${seq} was committed before ${shard}-${expected}`);
          if (seq !== expected) throw new TakenOverError();
        }
      }
      for (const packet of taken) {
        const { shard, seq } = packet;
        const before = computed.get(packet);
        const expected = done.get(senderOf(packet)) ?? lastOf(senderOf(packet));
        if (before === undefined || before === expected) {
          if (before !== undefined) done.set(senderOf(packet), seq);
          continue;
        }
        // Values refuse to be written on top of those of another process, and are computed again.
        if (before < expected && expected <= at(shard).foreignTo) throw new StaleError();
        violate(`${shard}-${seq} was computed from ${before} instead of ${expected}`);
      }
      for (const packet of taken) {
        const before = computed.get(packet);
        const shard = at(packet.shard);
        shard.rows.push({ seq: packet.seq, before: before ?? 0, isParked: before === undefined });
        shard.cursor = packet.seq;
      }
      units.shift();
    }
    const unit: Unit = {
      add(part) {
        parts.push(part);
        for (const packet of part.packets) {
          const sender = senderOf(packet);
          const before = newest.get(sender) ?? lastOf(sender);
          computed.set(packet, before);
          undo.push([sender, before]);
          newest.set(sender, packet.seq);
        }
      },
      taken: () => joined(parts).taken,
      count: () => joined(parts).taken.length,
      commit,
      async discard() {
        if (units.at(-1) !== unit) violate('a unit was discarded before a later one');
        units = units.filter((each) => each !== unit);
        for (const [sender, before] of undo.toReversed()) newest.set(sender, before);
        // Values that another process has written meanwhile are read again.
        if (units.length === 0) newest.clear();
      },
    };
    units.push(unit);
    return unit;
  }

  const start = () =>
    createScheduler({
      packets: {
        async take(max) {
          await nextTurn();
          if (strike('take')) throw new Error('the database is away');
          const owned = state.filter(({ isOwned }) => isOwned);
          return owned.flatMap((shard) => {
            const taken = shard.log.slice(shard.takenTo, shard.takenTo + Math.ceil(max / owned.length));
            shard.takenTo += taken.length;
            return taken;
          });
        },
        hasMore: () => state.some(({ isOwned, takenTo, log }) => isOwned && takenTo < log.length),
        openTogether: () => 0,
        async rewind(lost) {
          await nextTurn();
          if (strike('rewind')) throw new Error('the database is away');
          for (const shard of new Set(lost.map((packet) => at(packet.shard)))) shard.takenTo = shard.cursor;
          scheduler.wake();
        },
      },
      interpret,
      applier: {
        begin,
        async applyAround(batch) {
          const unit = begin();
          unit.add(batch);
          await unit.commit().catch(async (error: unknown) => {
            await unit.discard();
            throw error;
          });
        },
      },
      openLanes: (accountIds) => {
        for (const id of accountIds) laned.add(id);
      },
      log: createLog('silent'),
      time: {
        now: () => nowMs,
        async pause(ms) {
          await nextTurn();
          nowMs += ms;
        },
      },
      ...{ maxBatch: 6, lingerMs: 25 },
    });
  let scheduler = start();

  function resume(): void {
    open();
    gate = Promise.resolve();
  }

  return {
    at,
    fail(fault: keyof typeof faults): void {
      faults[fault] += 1;
    },
    slowDown: (accountId: number) => void slow.add(accountId),
    violations: () => violations,
    append(shard: number, accountId: number, count: number): void {
      const { log } = at(shard);
      for (let left = count; left > 0; left -= 1) {
        const place = { shard, seq: log.length + 1, connectorId: shard, identifier: String(accountId) };
        log.push({ ...place, accountId, deviceId: null, receivedAt: 0, content: '' });
      }
      scheduler.wake();
    },
    /** Commits wait until `resume`. */
    hold(): void {
      resume();
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    resume,
    /** Another process claims the shard and applies some of its packets. */
    lose(number: number, count: number): void {
      const shard = at(number);
      Object.assign(shard, { isOwned: false, fence: shard.fence + 1 });
      for (const packet of shard.log.slice(shard.cursor, shard.cursor + count)) {
        shard.rows.push({ seq: packet.seq, before: lastOf(senderOf(packet)) });
        Object.assign(shard, { cursor: packet.seq, foreignTo: packet.seq });
      }
    },
    gain(number: number): void {
      const shard = at(number);
      if (shard.isOwned) return;
      Object.assign(shard, { isOwned: true, fence: shard.fence + 1, lease: shard.fence + 1, takenTo: shard.cursor });
      scheduler.wake();
    },
    /** Stops the process, and starts another one in its place. */
    async restart(): Promise<void> {
      resume();
      await scheduler.stop();
      if (units.length > 0) violate('a unit was neither committed nor discarded at the stop');
      const before = JSON.stringify(state);
      await ticks(10);
      if (JSON.stringify(state) !== before) violate('packets were applied after the stop');
      newest = new Map();
      laned = new Set();
      for (const shard of state) Object.assign(shard, { takenTo: shard.cursor, isOwned: true, lease: shard.fence });
      scheduler = start();
      scheduler.wake();
    },
    async idle(): Promise<void> {
      await scheduler.idle();
      if (units.length > 0) violate('a unit was left');
    },
  };
}
export type Field = ReturnType<typeof createField>;

function raise(message: string): never {
  throw new Error(message);
}
