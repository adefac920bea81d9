import { isDeepStrictEqual } from 'node:util';
import { maxClockSkewMs } from '@stellwerk/contract/state';
import { prepareNewest } from '../../../ingest/newest/index.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { History, HistoryPoint, HistorySource, JsonValue } from '../../../platform/history/history.ts';
import type { Problem } from '../compute/problem.ts';
import { statusOf } from '../compute/status.ts';
import { jsonOf } from '../state-mapper.ts';
import { beginChange, type Change, type StateNode, undoChange } from './graph.store.ts';
import { refreshTwinStatuses } from './value.store.ts';
import { type AppliedValue, isComputed, type PacketNumber } from './value.ts';
import type { Windows } from './windows/windows.ts';

export interface Entry {
  value: JsonValue;
  measuredAt: Date;
  receivedAt: Date;
  origin: HistorySource;
  shard: number;
  seq: number;
  /** The packet that a computed value derives from. */
  packet?: PacketNumber;
}

/** Compares by measurement time; at equal times the later packet wins, as in the history. */
function isNewer(entry: Entry, present: StateNode, latestAllowed: number): boolean {
  const { measuredAt, shard, seq } = entry;
  // A value stored while the server's clock was ahead must not block all values that follow its correction.
  if (present.measuredAt === null || present.measuredAt.getTime() > latestAllowed) return true;
  const ahead = measuredAt.getTime() - present.measuredAt.getTime();
  if (ahead !== 0) return ahead > 0;
  const [presentShard, presentSeq] = [present.shard ?? 0, present.seq ?? 0];
  const isSamePacket = shard === presentShard && seq === presentSeq;
  // Networks send a message again when its acknowledgement is lost. The copy is no new value and must not trigger
  // rules.
  if (!isSamePacket && entry.origin === present.origin && isDeepStrictEqual(entry.value, present.value)) return false;
  return shard === presentShard ? seq >= presentSeq : shard > presentShard;
}

/** Another writer has changed these states since they were read; the whole work must be rolled back. */
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
  /** Updated with every value that is put. */
  windows: Windows;
  /** The states are not locked: each write must verify that the row is as it was read. */
  isUnlocked?: boolean;
}

/** The result of a unit of work, with the function that stores it. */
interface Sealed {
  applied: AppliedValue[];
  write(db: Db): Promise<void>;
}

let works = 0;

/** `_raw` of a device has no history of its own: the packet log already holds it. */
const hasHistory = ({ key, config }: StateNode) => key !== '_raw' || config.source !== 'connector';

/** Collects the changes of states while values are applied, and writes them at the end. */
export function createWriteSet({ history, clock, windows, isUnlocked = false }: WriteSetDeps) {
  const applied: AppliedValue[] = [];
  const changes: Change[] = [];
  works += 1;
  const work = works;
  const twinsToRefresh = new Set<number>();
  const latestAllowed = clock.now().getTime() + maxClockSkewMs;
  /** States whose cached history this work has changed. */
  const series = new Set<number>();
  let points: HistoryPoint[] = [];

  function touch(node: StateNode): void {
    const change = beginChange(node, work);
    if (change) changes.push(change);
  }

  /** Marks the cached history as verified, because this work writes the row of the aggregate. */
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
      packet: 'packet' in entry ? entry.packet : undefined,
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

  /** Stores a value and returns whether it is now the newest. Computed values always are. */
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

  /** Keeps the old value and stores the problem with it. */
  function fault(node: StateNode, problem: Problem, from: Pick<StateNode, 'shard' | 'seq'> = node): void {
    touch(node);
    node.problemCode = problem.code;
    node.problemParams = problem.params;
    prove(node);
    note(node, { isNewest: false, problem, entry: { ...node, shard: from.shard, seq: from.seq }, before: node });
  }

  /** Replaces the current value by its conversion after a change of the definition, without a history entry. */
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

  /** Writes the points so far, so that later history reads in the same transaction include them. */
  async function flush(db: Db): Promise<void> {
    const written = points;
    points = [];
    await history.write(db, written);
  }

  /** Ends the unit of work, so that others may change the states. The update has the values of this moment. */
  function seal(): Sealed {
    changes.sort((a, b) => a.node.id - b.node.id);
    const writeNewest = prepareNewest(changes, isUnlocked);
    return {
      applied,
      async write(db) {
        // The history write is queued behind the update, and serialised while the database executes the update.
        const [updated, flushed] = await Promise.allSettled([writeNewest(db), flush(db)]);
        if (updated.status === 'rejected') throw updated.reason;
        if (flushed.status === 'rejected') throw flushed.reason;
        if (isUnlocked && updated.value < changes.length) throw new OutdatedError(changes.map(({ node }) => node.id));
        if (twinsToRefresh.size > 0) await refreshTwinStatuses(db, twinsToRefresh);
      },
    };
  }

  /** The transaction was rolled back: restores the states. */
  function undo(): void {
    for (const change of changes) undoChange(change);
    windows.undo(series, work);
  }

  /** The transaction was committed. */
  const settle = () => windows.settle(series, work);

  return { put, fault, revise, confirm, bump, flush, seal, undo, settle, work, windows };
}
export type WriteSet = ReturnType<typeof createWriteSet>;
