import { isDeepStrictEqual } from 'node:util';
import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { History, HistoryPoint, HistorySource, JsonValue } from '../../../platform/history/history.ts';
import type { Problem } from '../compute/problem.ts';
import { statusOf } from '../compute/status.ts';
import { jsonOf } from '../state-mapper.ts';
import { beginChange, type Change, type StateNode, undoChange } from './graph.store.ts';
import { refreshTwinStatuses, writeOf } from './value.store.ts';
import { type AppliedValue, isComputed } from './value.ts';
import type { Windows } from './windows/windows.ts';

export interface Entry {
  value: JsonValue;
  measuredAt: Date;
  receivedAt: Date;
  origin: HistorySource;
  shard: number;
  seq: number;
}

/** Newer by its own time; at the same time the later packet wins, as in the history. */
function isNewer(entry: Entry, present: StateNode, latestAllowed: number): boolean {
  const { measuredAt, shard, seq } = entry;
  // What was taken while our clock went fast must not hold back everything that comes after it was put right.
  if (present.measuredAt === null || present.measuredAt.getTime() > latestAllowed) return true;
  const ahead = measuredAt.getTime() - present.measuredAt.getTime();
  if (ahead !== 0) return ahead > 0;
  const [presentShard, presentSeq] = [present.shard ?? 0, present.seq ?? 0];
  const isSamePacket = shard === presentShard && seq === presentSeq;
  // Sent twice, as networks do when an acknowledgement is lost: no news, and no reason for rules to act again.
  if (!isSamePacket && entry.origin === present.origin && isDeepStrictEqual(entry.value, present.value)) return false;
  return shard === presentShard ? seq >= presentSeq : shard > presentShard;
}

/** Somebody else has changed these states since they were read: nothing of the work may stay. */
export class OutdatedError extends Error {
  readonly stateIds: readonly number[];
  constructor(stateIds: readonly number[]) {
    super('values were changed by somebody else');
    this.stateIds = stateIds;
  }
}

interface WriteSetDeps {
  history: History;
  clock: Clock;
  /** Kept up to date with every value that is put. */
  windows: Windows;
  /** Nothing locks the states: each write must find the row as it was read. */
  isUnlocked?: boolean;
}

/** What values have come to, and the way to keep it. */
interface Sealed {
  applied: AppliedValue[];
  write(db: Db): Promise<void>;
}

let works = 0;

/** The packets are the past of what a device sent last. */
const hasHistory = ({ key, config }: StateNode) => key !== '_raw' || config.source !== 'connector';

/** Keeps what values come to while they are applied, and writes it at the end. */
export function createWriteSet({ history, clock, windows, isUnlocked = false }: WriteSetDeps) {
  const applied: AppliedValue[] = [];
  const changes: Change[] = [];
  works += 1;
  const work = works;
  const twinsToRefresh = new Set<number>();
  const latestAllowed = clock.now().getTime() + maxClockSkewMs;
  /** States whose cached past this work has changed. */
  const series = new Set<number>();
  let points: HistoryPoint[] = [];

  function touch(node: StateNode): void {
    const change = beginChange(node, work);
    if (change) changes.push(change);
  }

  /** Its row is written by this work, as it is now. */
  function prove({ id, shard, seq, config }: StateNode): void {
    if (config.source !== 'timeseries-aggregate') return;
    windows.prove(config.timeseries.stateId, { id, shard, seq }, work);
    series.add(config.timeseries.stateId);
  }

  interface Noted {
    isNewest: boolean;
    problem: Problem | null;
    entry: Entry | StateNode;
    before: Pick<StateNode, 'value' | 'measuredAt'>;
  }

  function note(node: StateNode, { isNewest, problem, entry, before }: Noted): void {
    applied.push({
      stateId: node.id,
      twinId: node.twinId,
      key: node.key,
      value: jsonOf(entry.value),
      measuredAt: entry.measuredAt,
      receivedAt: entry.receivedAt,
      origin: entry.origin,
      shard: entry.shard ?? 0,
      seq: entry.seq ?? 0,
      status: node.status,
      isNewest,
      valueBefore: jsonOf(before.value),
      measuredAtBefore: before.measuredAt,
      isComputed: isComputed(node.source),
      problem,
    });
  }

  function setStatus(node: StateNode): void {
    const status = statusOf(jsonOf(node.value), node);
    if (status !== node.status) twinsToRefresh.add(node.twinId);
    node.status = status;
  }

  /** Stores a value; answers whether it is the newest now. What is computed always is: it follows from the newest. */
  function put(node: StateNode, entry: Entry): boolean {
    const { value, measuredAt, shard, seq, origin } = entry;
    const point = hasHistory(node)
      ? { series: node.id, at: measuredAt.getTime(), shard, seq, value, source: origin }
      : undefined;
    if (point) points.push(point);
    // Packets received before the clock was set back are compared with the clock at their arrival.
    const isPossible = measuredAt.getTime() <= Math.max(latestAllowed, entry.receivedAt.getTime() + maxClockSkewMs);
    const isNewest = isComputed(node.source) || (isPossible && isNewer(entry, node, latestAllowed));
    const before = { value: node.value, measuredAt: node.measuredAt };
    if (isNewest || node.problemCode !== null) {
      touch(node);
      node.problemCode = null;
      node.problemParams = null;
    }
    if (isNewest) {
      node.value = value;
      node.measuredAt = measuredAt;
      node.receivedAt = entry.receivedAt;
      node.origin = origin;
      node.shard = shard;
      node.seq = seq;
      setStatus(node);
    }
    if (windows.put(node, point, work)) series.add(node.id);
    prove(node);
    note(node, { isNewest, problem: null, entry, before });
    return isNewest;
  }

  /** The old value stays, with the reason why it is old. */
  function fault(node: StateNode, problem: Problem, from: Pick<StateNode, 'shard' | 'seq'> = node): void {
    touch(node);
    node.problemCode = problem.code;
    node.problemParams = problem.params;
    prove(node);
    note(node, { isNewest: false, problem, entry: { ...node, shard: from.shard, seq: from.seq }, before: node });
  }

  /** After a change of the definition: the value that is there, as the new one takes it. No update, no history. */
  function revise(node: StateNode, value: JsonValue): void {
    const before = { value: node.value, measuredAt: node.measuredAt };
    touch(node);
    node.value = value;
    setStatus(node);
    note(node, { isNewest: true, problem: null, entry: node, before });
  }

  /** The value is unchanged. Writing its row verifies that the cached past was complete. */
  function confirm(node: StateNode): void {
    touch(node);
    prove(node);
  }

  /** Gives the row a new number, so that processes with a cached past notice that the past has changed. */
  function bump(node: StateNode, seq: number): void {
    touch(node);
    node.shard = 0;
    node.seq = seq;
    prove(node);
  }

  /** Reads of the history in the same transaction see what was put so far. */
  async function flush(db: Db): Promise<void> {
    const written = points;
    points = [];
    await history.write(db, written);
  }

  /** Nothing more is put: from now on others may change the states. What they are at this moment can be written later. */
  function seal(): Sealed {
    changes.sort((a, b) => a.node.id - b.node.id);
    const update = changes.length > 0 ? writeOf(changes, isUnlocked) : undefined;
    return {
      applied,
      async write(db) {
        const updating = update ? db.execute(update).then(({ rowCount }) => rowCount ?? 0) : Promise.resolve(0);
        // It comes behind the update, and is put into its form while the database is busy with that.
        const [updated, flushed] = await Promise.allSettled([updating, flush(db)]);
        if (updated.status === 'rejected') throw updated.reason;
        if (flushed.status === 'rejected') throw flushed.reason;
        if (isUnlocked && updated.value < changes.length) throw new OutdatedError(changes.map(({ node }) => node.id));
        if (twinsToRefresh.size > 0) await refreshTwinStatuses(db, twinsToRefresh);
      },
    };
  }

  /** The transaction was rolled back: the states are again what they were. */
  function undo(): void {
    for (const change of changes) undoChange(change);
    windows.undo(series, work);
  }

  /** The transaction was committed. */
  const settle = () => windows.settle(series, work);

  return { put, fault, revise, confirm, bump, flush, seal, undo, settle, work, windows };
}
export type WriteSet = ReturnType<typeof createWriteSet>;
