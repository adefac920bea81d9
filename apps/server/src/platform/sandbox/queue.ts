import type { Mode } from './protocol.ts';
import type { Script, ScriptResult } from './script.ts';

export interface PendingCall {
  key: string;
  script: Script;
  /** JSON text of `ScriptInput`. */
  input: string;
  mode: Mode;
  /** How long it may take, when that is more than the limit. */
  wallMs?: number;
  /** How many processes died while it was the only call in them. */
  deaths: number;
  /** Without a result: the sandbox cannot run it. */
  settle(result?: ScriptResult): void;
}

const batchCalls = 256;
const groupCalls = 128;
const batchLength = 1_000_000;

/** Waiting calls in lanes, one a script; the lanes take turns, so that a slow script holds up itself alone. */
export function createQueue() {
  const lanes = new Map<string, PendingCall[]>();
  let size = 0;

  function laneOf({ mode, key }: PendingCall): PendingCall[] {
    const name = `${mode} ${key}`;
    const lane = lanes.get(name) ?? [];
    if (lane.length === 0) lanes.set(name, lane);
    return lane;
  }

  function takeFrom(lane: PendingCall[], room: { calls: number; length: number }): PendingCall[] {
    let count = 0;
    for (const { input } of lane) {
      if (count >= Math.min(room.calls, groupCalls) || room.length <= 0) break;
      room.length -= input.length;
      count++;
    }
    room.calls -= count;
    size -= count;
    return lane.splice(0, count);
  }

  return {
    get size() {
      return size;
    },

    add(call: PendingCall) {
      laneOf(call).push(call);
      size++;
    },

    /** The next calls, grouped by script. A call that must be alone comes alone. */
    take(accepts: (key: string) => boolean): PendingCall[][] {
      const groups: PendingCall[][] = [];
      const room = { calls: batchCalls, length: batchLength };
      let unseen = lanes.size;
      for (const [name, lane] of lanes) {
        // A lane that goes to the end of the Map would come round again.
        if (unseen-- === 0) break;
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

    /** Empties the queue. */
    drain(): PendingCall[] {
      const calls = [...lanes.values()].flat();
      lanes.clear();
      size = 0;
      return calls;
    },
  };
}
