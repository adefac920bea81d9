import type { RunTrigger } from '@stellwerk/contract/rule-run';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { AppliedValue } from '../../states/index.ts';
import type { ReadyRule } from './rule-book.ts';

/** A value that has become the newest of its state, in the order in which they came. */
export interface NewValue {
  order: number;
  stateId: number;
  value: JsonValue;
  measuredAtMs: number;
  receivedAtMs: number;
  shard: number;
  seq: number;
}

export interface Timeline {
  values: readonly NewValue[];
  byState: ReadonlyMap<number, readonly NewValue[]>;
}

/** What was derived anew from old packets, and what came too late to be the newest, sets nothing off. */
export const isNews = ({ isNewest, problem, origin, measuredAt, receivedAt }: AppliedValue) =>
  isNewest && problem === null && origin !== 'rederived' && measuredAt !== null && receivedAt !== null;

/** The news of one transaction, in the order in which they were received. */
export function timelineOf(news: readonly AppliedValue[]): Timeline {
  const values = news
    .map(({ stateId, value, measuredAt, receivedAt, shard, seq }) => ({
      ...{ order: 0, stateId, value, shard, seq },
      measuredAtMs: measuredAt?.getTime() ?? 0,
      receivedAtMs: receivedAt?.getTime() ?? 0,
    }))
    .sort((a, b) => a.receivedAtMs - b.receivedAtMs);
  const byState = new Map<number, NewValue[]>();
  for (const [order, each] of values.entries()) {
    each.order = order;
    const known = byState.get(each.stateId);
    if (known) known.push(each);
    else byState.set(each.stateId, [each]);
  }
  return { values, byState };
}

/** An evaluation that shall be made: it sees values up to `upTo` and none that came later. */
export interface Due {
  rule: ReadyRule;
  atMs: number;
  upTo: number;
  /** What sets it off, unless it is new values, of these states. */
  trigger: RunTrigger | null;
  stateIds: Set<number>;
  /** The packet that set it off. */
  shard: number;
  seq: number;
}

type Origin = Pick<NewValue, 'stateId' | 'receivedAtMs' | 'shard' | 'seq'>;

/** Is it of the same packet? Computed values come from none, and belong to what was received at that moment. */
function joins({ atMs, stateIds, shard, seq }: Due, value: Origin): boolean {
  const isOther = shard > 0 && value.shard > 0 && (shard !== value.shard || seq !== value.seq);
  return atMs === value.receivedAtMs && !isOther && !stateIds.has(value.stateId);
}

/** Values of one packet set a rule off once; a state that comes again, or anything later, does so anew. */
export function dueByValues(
  { values }: Timeline,
  rulesOf: ReadonlyMap<number, readonly ReadyRule[]>,
): Map<ReadyRule, Due[]> {
  const due = new Map<ReadyRule, Due[]>();
  for (const { order, stateId, receivedAtMs, shard, seq } of values) {
    for (const rule of rulesOf.get(stateId) ?? []) {
      const list = due.get(rule) ?? [];
      if (list.length === 0) due.set(rule, list);
      const last = list.at(-1);
      if (last && joins(last, { stateId, receivedAtMs, shard, seq })) {
        last.stateIds.add(stateId);
        last.upTo = order;
        // What came from outside tells more than what was computed of it.
        if (last.shard === 0) Object.assign(last, { shard, seq });
      } else
        list.push({ rule, atMs: receivedAtMs, upTo: order, stateIds: new Set([stateId]), trigger: null, shard, seq });
    }
  }
  return due;
}
