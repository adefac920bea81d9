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
const isNews = ({ isNewest, problem, origin, measuredAt, receivedAt }: AppliedValue) =>
  isNewest && problem === null && origin !== 'rederived' && measuredAt !== null && receivedAt !== null;

/** The values of one transaction, in the order in which they were received. */
export function timelineOf(applied: readonly AppliedValue[]): Timeline {
  const values = applied
    .filter(isNews)
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
  trigger: { kind: 'value'; stateIds: Set<number> } | { kind: 'other'; trigger: RunTrigger };
  /** The packet that set it off. */
  shard: number;
  seq: number;
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
      const isOther = last !== undefined && last.shard > 0 && shard > 0 && (last.shard !== shard || last.seq !== seq);
      const isOpen = last?.trigger.kind === 'value' && last.atMs === receivedAtMs && !isOther;
      const open = isOpen && last.trigger.kind === 'value' ? last.trigger.stateIds : undefined;
      if (last && open && !open.has(stateId)) {
        open.add(stateId);
        last.upTo = order;
        // What came from outside tells more than what was computed of it.
        if (last.shard === 0) Object.assign(last, { shard, seq });
      } else {
        const trigger = { kind: 'value' as const, stateIds: new Set([stateId]) };
        list.push({ rule, atMs: receivedAtMs, upTo: order, trigger, shard, seq });
      }
    }
  }
  return due;
}
