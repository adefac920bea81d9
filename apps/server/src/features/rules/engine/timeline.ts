import type { RunTrigger } from '@stellwerk/contract/rule-run';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { AppliedValue } from '../../states/index.ts';
import type { ReadyRule } from './rule-cache.ts';

/** A value that has become the newest of its state; `order` is its position in the order of arrival. */
export interface NewValue {
  order: number;
  stateId: number;
  value: JsonValue;
  measuredAtMs: number;
  receivedAtMs: number;
  /** The packet that the value came from, or was computed from. */
  packet: Pick<AppliedValue, 'shard' | 'seq'>;
  shard: number;
  seq: number;
}

/** A value with its time. */
export type TimedPoint = readonly [atMs: number, value: JsonValue];

export interface Timeline {
  values: readonly NewValue[];
  byState: ReadonlyMap<number, readonly NewValue[]>;
  /** The newest value of each state before its first new one; null if there was none. */
  before: ReadonlyMap<number, TimedPoint | null>;
}

/** Rederived values, and values too late to be the newest, trigger no rules. */
export const isNews = ({ isNewest, problem, origin, measuredAt, receivedAt }: AppliedValue) =>
  isNewest && problem === null && origin !== 'rederived' && measuredAt !== null && receivedAt !== null;

type Received = Pick<NewValue, 'receivedAtMs' | 'packet' | 'shard' | 'seq'>;

/**
 * Values are ordered by their time of arrival. If the clock was set back between two packets of a shard, they keep the
 * order of their sequence numbers: the later packet counts as received no earlier than the one before it.
 */
function arrivalOf(values: readonly Received[]): (value: Received) => number {
  const numbered = values.filter(({ shard }) => shard > 0).sort((a, b) => a.shard - b.shard || a.seq - b.seq);
  const lifted = new Map<string, number>();
  const keyOf = ({ shard, seq }: NewValue['packet']) => `${shard} ${seq}`;
  let [shardNow, latestMs] = [0, 0];
  for (const value of numbered) {
    const { shard, receivedAtMs } = value;
    latestMs = shard === shardNow ? Math.max(latestMs, receivedAtMs) : receivedAtMs;
    shardNow = shard;
    if (latestMs > receivedAtMs) lifted.set(keyOf(value), latestMs);
  }
  if (lifted.size === 0) return ({ receivedAtMs }) => receivedAtMs;
  return ({ receivedAtMs, packet }) => lifted.get(keyOf(packet)) ?? receivedAtMs;
}

/** The new values of one transaction, in the order of arrival. */
export function timelineOf(news: readonly AppliedValue[]): Timeline {
  const unordered = news.map(({ stateId, value, measuredAt, receivedAt, shard, seq, packet = { shard, seq } }) => ({
    ...{ order: 0, stateId, value, shard, seq, packet },
    measuredAtMs: measuredAt?.getTime() ?? 0,
    receivedAtMs: receivedAt?.getTime() ?? 0,
  }));
  const order = arrivalOf(unordered);
  const values = unordered.sort((a, b) => order(a) - order(b));
  const byState = new Map<number, NewValue[]>();
  for (const [place, each] of values.entries()) {
    each.order = place;
    const known = byState.get(each.stateId);
    if (known) known.push(each);
    else byState.set(each.stateId, [each]);
  }
  const before = new Map<number, TimedPoint | null>();
  for (const { stateId, valueBefore, measuredAtBefore } of news) {
    if (!before.has(stateId)) before.set(stateId, measuredAtBefore && [measuredAtBefore.getTime(), valueBefore]);
  }
  return { values, byState, before };
}

/** A due evaluation, which sees values up to `upTo` and none that arrived later. */
export interface Due {
  rule: ReadyRule;
  atMs: number;
  upTo: number;
  /** The trigger; null for new values of `stateIds`. */
  trigger: RunTrigger | null;
  stateIds: Set<number>;
  /** The packet that triggered the evaluation. */
  shard: number;
  seq: number;
}

type Origin = Pick<NewValue, 'stateId' | 'receivedAtMs' | 'shard' | 'seq'>;

/**
 * Whether the value belongs to the same packet. Computed values have no packet, and belong to those received at that
 * moment.
 */
function joins({ atMs, stateIds, shard, seq }: Due, value: Origin): boolean {
  const isOther = shard > 0 && value.shard > 0 && (shard !== value.shard || seq !== value.seq);
  return atMs === value.receivedAtMs && !isOther && !stateIds.has(value.stateId);
}

/** Values of one packet trigger a rule once; a repeated state, or any later value, triggers it again. */
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
        // The packet from outside is more informative than a value computed from it.
        if (last.shard === 0) Object.assign(last, { shard, seq });
      } else
        list.push({ rule, atMs: receivedAtMs, upTo: order, stateIds: new Set([stateId]), trigger: null, shard, seq });
    }
  }
  return due;
}
