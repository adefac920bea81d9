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

/** Waiting calls in lanes, one a script; the lanes take turns, so that a slow script holds up itself alone. */
export function createQueue() {
  const lanes = new Map<string, PendingCalls[]>();
  let size = 0;

  function laneOf({ mode, key }: PendingCalls): PendingCalls[] {
    const name = `${mode} ${key}`;
    const lane = lanes.get(name) ?? [];
    if (lane.length === 0) lanes.set(name, lane);
    return lane;
  }

  /** At least one, so that a large one is not left behind for ever. */
  function takeFrom(lane: PendingCalls[], room: { calls: number; length: number }): PendingCalls[] {
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
    take(accepts: (key: string) => boolean): PendingCalls[][] {
      const groups: PendingCalls[][] = [];
      const room = { calls: batchCalls, length: batchLength };
      // A lane that goes to the end of the Map comes round again, when all have had their turn.
      for (const [name, lane] of lanes) {
        const [first] = lane;
        if (!first || !accepts(first.key)) continue;
        const isAlone = first.mode !== 'together';
        if (isAlone && groups.length > 0) continue;
        if (isAlone) room.calls = 1;
        groups.push(takeFrom(lane, room));
        lanes.delete(name);
        if (lane.length > 0) lanes.set(name, lane);
        if (room.calls <= 0 || room.length <= 0) break;
      }
      return groups;
    },

    /** Takes out what waits of one batch, or everything. */
    drain(batch?: Batch): PendingCalls[] {
      const drained: PendingCalls[] = [];
      for (const [name, lane] of lanes) {
        const rest = lane.filter((calls) => batch && calls.batch !== batch);
        drained.push(...lane.filter((calls) => !batch || calls.batch === batch));
        if (rest.length > 0) lanes.set(name, rest);
        else lanes.delete(name);
      }
      for (const { count } of drained) size -= count;
      return drained;
    },
  };
}
