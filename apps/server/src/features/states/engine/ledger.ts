import { maxClockSkewMs } from '@stellwerk/contract/state';
import type { Db } from '../../../platform/db/db.ts';
import type { History, HistoryPoint, HistorySource, JsonValue } from '../../../platform/history/history.ts';
import type { Problem } from '../compute/problem.ts';
import { statusOf } from '../compute/status.ts';
import { jsonOf } from '../wire.ts';
import type { StateNode } from './graph.store.ts';
import { refreshTwinStatuses, writeValues } from './value.store.ts';
import { type AppliedValue, isComputed } from './value.ts';

export interface Entry {
  value: JsonValue;
  measuredAt: Date;
  receivedAt: Date;
  origin: HistorySource;
  shard: number;
  seq: number;
}

/** Newer by its own time; at the same time the later packet wins, as in the history. */
function isNewer({ measuredAt, shard, seq }: Entry, present: StateNode): boolean {
  if (present.measuredAt === null) return true;
  const ahead = measuredAt.getTime() - present.measuredAt.getTime();
  if (ahead !== 0) return ahead > 0;
  const [presentShard, presentSeq] = [present.shard ?? 0, present.seq ?? 0];
  return shard === presentShard ? seq >= presentSeq : shard > presentShard;
}

/** Keeps what values come to while they are applied, and writes it at the end. */
export function createLedger({ db, history, now }: { db: Db; history: History; now: Date }) {
  const applied: AppliedValue[] = [];
  const touched = new Set<StateNode>();
  const twinsToRefresh = new Set<number>();
  let points: HistoryPoint[] = [];
  const latestAllowed = now.getTime() + maxClockSkewMs;

  function note(node: StateNode, isNewest: boolean, problem: Problem | null, entry?: Entry): void {
    const { id: stateId, twinId, key, status } = node;
    const { value, measuredAt, receivedAt, origin } = entry ?? { ...node, value: jsonOf(node.value) };
    const computed = isComputed(node.source);
    applied.push({
      ...{ stateId, twinId, key, value, measuredAt, receivedAt, origin, status },
      ...{ isNewest, isComputed: computed, problem },
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
    points.push({ series: node.id, at: measuredAt.getTime(), shard, seq, value, source: origin });
    const isNewest = isComputed(node.source) || (measuredAt.getTime() <= latestAllowed && isNewer(entry, node));
    const hadProblem = node.problemCode !== null;
    if (isNewest) Object.assign(node, entry);
    if (isNewest) setStatus(node);
    if (isNewest || hadProblem) touched.add(Object.assign(node, { problemCode: null, problemParams: null }));
    note(node, isNewest, null, entry);
    return isNewest;
  }

  /** The old value stays, with the reason why it is old. */
  function fault(node: StateNode, problem: Problem): void {
    touched.add(Object.assign(node, { problemCode: problem.code, problemParams: problem.params }));
    note(node, false, problem);
  }

  /** After a change of the definition: the value that is there, as the new one takes it. No update, no history. */
  function revise(node: StateNode, value: JsonValue): void {
    node.value = value;
    setStatus(node);
    touched.add(node);
    note(node, true, null);
  }

  /** Reads of the history in the same transaction see what was put so far. */
  async function flush(): Promise<void> {
    const written = points;
    points = [];
    await history.write(db, written);
  }

  async function finish(): Promise<AppliedValue[]> {
    await flush();
    await writeValues(db, [...touched]);
    if (twinsToRefresh.size > 0) await refreshTwinStatuses(db, twinsToRefresh);
    return applied;
  }

  return { put, fault, revise, flush, finish };
}
export type Ledger = ReturnType<typeof createLedger>;
