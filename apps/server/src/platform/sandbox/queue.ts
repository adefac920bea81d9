import type { Mode } from './protocol.ts';
import type { Script, ScriptResult } from './script.ts';

/** The calls of one request to the sandbox, with their results so far. */
export interface Batch {
  results: ScriptResult[];
  /** Number of calls without a result. */
  open: number;
  hung: number;
  maxHung: number;
  /** The result of calls that are no longer attempted. */
  givenUp?: ScriptResult;
  /** Called when all calls have a result, or the sandbox cannot run the rest. */
  end(): void;
}

/** Calls of one batch that wait and run together. */
export interface PendingCalls {
  key: string;
  accountId: number;
  script: Script;
  /** JSON texts of `ScriptInput`, comma-separated. */
  inputs: string;
  count: number;
  batch: Batch;
  /** The index of their first result in the batch. */
  place: number;
  mode: Mode;
  /** Processor time of a call, if it is not the default limit. Such calls run alone. */
  timeoutMs?: number;
  /** Wall-clock limit of a call, if it is higher than its limit in processor time. */
  wallMs?: number;
  /** Number of processes that died while this was their only call. */
  deaths: number;
}

const batchCalls = 256;
/** At most this many calls enter an isolate together; if one of them hangs, all are retried one by one. */
export const groupCalls = 128;
const batchLength = 1_000_000;

type Lane = PendingCalls[];
type AccountEntry = [accountId: number, lanes: Map<string, Lane>];

/** Rules for the next calls of an idle process. */
export interface Turn {
  accepts(key: string, accountId: number): boolean;
  /** True if calls of this account may share a message with calls of other accounts. */
  mayShare(accountId: number): boolean;
  /** Number of other processes that work for each account. */
  held: ReadonlyMap<number, number>;
}

/**
 * Waiting calls, in one lane per script and account. Accounts are served round-robin, so that none waits for the
 * backlog of another; within an account its scripts are served round-robin.
 */
export function createQueue() {
  const accounts = new Map<number, Map<string, Lane>>();
  /** Number of each account's last turn. Kept while an account has no calls, so that returning accounts take turns. */
  const servedAt = new Map<number, number>();
  /** Number of waiting calls of each account. */
  const waiting = new Map<number, number>();
  let turns = 0;
  let size = 0;

  function count(accountId: number, calls: number): void {
    size += calls;
    const own = (waiting.get(accountId) ?? 0) + calls;
    if (own > 0) waiting.set(accountId, own);
    else waiting.delete(accountId);
  }

  function laneOf({ accountId, mode, key }: PendingCalls): Lane {
    const lanes = accounts.get(accountId) ?? new Map<string, Lane>();
    if (lanes.size === 0) accounts.set(accountId, lanes);
    const name = `${mode} ${key}`;
    const lane = lanes.get(name) ?? [];
    if (lane.length === 0) lanes.set(name, lane);
    return lane;
  }

  /** Takes at least one entry, so that a large one does not wait forever. */
  function takeFrom(lane: Lane, room: { calls: number; length: number }): PendingCalls[] {
    const most = Math.min(room.calls, groupCalls);
    let [taken, calls] = [0, 0];
    for (const { inputs, count } of lane) {
      if (taken > 0 && (calls + count > most || room.length <= 0)) break;
      room.length -= inputs.length;
      calls += count;
      taken++;
    }
    room.calls -= calls;
    const first = lane.splice(0, taken);
    for (const each of first) count(each.accountId, -each.count);
    return first;
  }

  /** Of the accounts that hold the fewest processes, returns the least recently served one. */
  function firstAccount({ accepts, held }: Turn): AccountEntry | undefined {
    let best: { entry: AccountEntry; held: number; servedAt: number } | undefined;
    for (const entry of accounts) {
      const [accountId, lanes] = entry;
      const own = { entry, held: held.get(accountId) ?? 0, servedAt: servedAt.get(accountId) ?? 0 };
      const isBetter = !best || own.held < best.held || (own.held === best.held && own.servedAt < best.servedAt);
      if (!isBetter) continue;
      if (lanes.values().some(([call]) => call !== undefined && accepts(call.key, accountId))) best = own;
    }
    return best?.entry;
  }

  /** Lists the accounts whose calls share one message. */
  function* accountsFor(turn: Turn): Generator<AccountEntry> {
    const first = firstAccount(turn);
    if (!first) return;
    yield first;
    if (!turn.mayShare(first[0])) return;
    for (const entry of accounts) if (entry[0] !== first[0] && turn.mayShare(entry[0])) yield entry;
  }

  return {
    get size() {
      return size;
    },

    sizeOf: (accountId: number) => waiting.get(accountId) ?? 0,

    add(calls: PendingCalls) {
      const lane = laneOf(calls);
      // Calls that got too little processor time are finished before further calls begin to hang too.
      if (calls.wallMs === undefined) lane.push(calls);
      else lane.unshift(calls);
      count(calls.accountId, calls.count);
    },

    /** Takes the next calls, grouped by script. A call that must run alone is returned alone. */
    take(turn: Turn): PendingCalls[][] {
      const groups: PendingCalls[][] = [];
      const room = { calls: batchCalls, length: batchLength };
      const hasRoom = () => room.calls > 0 && room.length > 0;

      /** Yields one group per step. A lane moved to the end of its Map is visited again after all others. */
      function* groupsOf(accountId: number, lanes: Map<string, Lane>): Generator<PendingCalls[]> {
        for (const [name, lane] of lanes) {
          const [first] = lane;
          if (!first || !turn.accepts(first.key, accountId)) continue;
          const isAlone = first.mode !== 'together';
          if (isAlone && groups.length > 0) continue;
          if (isAlone) room.calls = 1;
          const group = takeFrom(lane, room);
          lanes.delete(name);
          if (lane.length > 0) lanes.set(name, lane);
          yield group;
        }
      }

      const served = new Map<number, Map<string, Lane>>();
      let open: Generator<PendingCalls[]>[] = [];
      for (const [accountId, lanes] of accountsFor(turn)) {
        const own = groupsOf(accountId, lanes);
        const { value } = own.next();
        if (!value) continue;
        groups.push(value);
        served.set(accountId, lanes);
        open.push(own);
        if (!hasRoom()) break;
      }
      while (hasRoom() && open.length > 0) {
        open = open.filter((own) => {
          const { value } = hasRoom() ? own.next() : { value: undefined };
          if (value) groups.push(value);
          return value;
        });
      }
      turns++;
      for (const [accountId, lanes] of served) {
        servedAt.set(accountId, turns);
        accounts.delete(accountId);
        if (lanes.size > 0) accounts.set(accountId, lanes);
      }
      return groups;
    },

    /** Removes the waiting calls of one batch, or of all batches. */
    drain(batch?: Batch): PendingCalls[] {
      const drained: PendingCalls[] = [];
      for (const [accountId, lanes] of accounts) {
        for (const [name, lane] of lanes) {
          const rest = lane.filter((calls) => batch && calls.batch !== batch);
          drained.push(...lane.filter((calls) => !batch || calls.batch === batch));
          if (rest.length > 0) lanes.set(name, rest);
          else lanes.delete(name);
        }
        if (lanes.size === 0) accounts.delete(accountId);
      }
      for (const calls of drained) count(calls.accountId, -calls.count);
      return drained;
    },
  };
}
