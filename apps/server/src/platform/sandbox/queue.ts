import type { Mode } from './protocol.ts';
import type { Script, ScriptResult } from './script.ts';

/** What was asked for at once, and what has become of it so far. */
export interface Batch {
  results: ScriptResult[];
  /** How many calls have no result yet. */
  open: number;
  hung: number;
  maxHung: number;
  /** What the calls get that are not tried any more. */
  givenUp?: ScriptResult;
  /** All have their result, or the sandbox cannot run the rest. */
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
  /** The place of their first result in the batch. */
  place: number;
  mode: Mode;
  /** How long a call may take, when that is more than the limit. */
  wallMs?: number;
  /** How many processes died while it was the only call in them. */
  deaths: number;
}

const batchCalls = 256;
/** As many enter an isolate together, and are tried one by one when one of them hangs. */
export const groupCalls = 128;
const batchLength = 1_000_000;

type Lane = PendingCalls[];
type AccountEntry = [accountId: number, lanes: Map<string, Lane>];

/** Who may be served by a process that is free. */
export interface Turn {
  accepts(key: string, accountId: number): boolean;
  /** Whether calls of this account may travel together with those of others. */
  mayShare(accountId: number): boolean;
  /** How many of the other processes work for an account. */
  held: ReadonlyMap<number, number>;
}

/**
 * Waiting calls in lanes, one a script, and the lanes by account. Accounts take turns, so that none of them waits for the
 * backlog of another; within an account its scripts take turns.
 */
export function createQueue() {
  const accounts = new Map<number, Map<string, Lane>>();
  /** By account, the number of its last turn. It outlasts the calls: an account that comes and goes has its turn, too. */
  const servedAt = new Map<number, number>();
  let turns = 0;
  let size = 0;

  function laneOf({ accountId, mode, key }: PendingCalls): Lane {
    const lanes = accounts.get(accountId) ?? new Map<string, Lane>();
    if (lanes.size === 0) accounts.set(accountId, lanes);
    const name = `${mode} ${key}`;
    const lane = lanes.get(name) ?? [];
    if (lane.length === 0) lanes.set(name, lane);
    return lane;
  }

  /** At least one, so that a large one is not left behind for ever. */
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
    size -= calls;
    return lane.splice(0, taken);
  }

  /** Of the accounts that hold the fewest processes, the one that was served longest ago. */
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

  /** The accounts whose calls go into one message. */
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

    add(calls: PendingCalls) {
      const lane = laneOf(calls);
      // One that got too little time is brought to its end before others begin to hang as well.
      if (calls.wallMs === undefined) lane.push(calls);
      else lane.unshift(calls);
      size += calls.count;
    },

    /** The next calls, grouped by script. A call that must be alone comes alone. */
    take(turn: Turn): PendingCalls[][] {
      const groups: PendingCalls[][] = [];
      const room = { calls: batchCalls, length: batchLength };
      const hasRoom = () => room.calls > 0 && room.length > 0;

      /** One group a step. A lane that goes to the end of its Map comes round again, when all have had their turn. */
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

    /** Takes out what waits of one batch, or everything. */
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
      for (const { count } of drained) size -= count;
      return drained;
    },
  };
}
