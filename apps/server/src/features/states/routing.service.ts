import type { RoutedValue } from '../../ingest/ports.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ValueUpdate } from './engine/value.ts';
import { findRoutedStates } from './routing.store.ts';

interface Routed {
  updates: ValueUpdate[];
  /** Values that no state accepts. Not an error; the connector logs them. */
  unmatched: RoutedValue[];
}

/**
 * Finds the states that values address. A twin must have all reference ids of a value; several twins may match. Only
 * states with the source `datarouting` of enabled twins are written, in the sender's account and below.
 */
export async function routeValues(db: Db, values: readonly RoutedValue[]): Promise<Routed> {
  const updates: ValueUpdate[] = [];
  const unmatched: RoutedValue[] = [];
  for (const [path, members] of Map.groupBy(values, ({ senderPath }) => senderPath)) {
    const questions = members.map(({ routing, key }, index) => ({ index, routing, key }));
    const found = path === null ? [] : await findRoutedStates(db, [path], questions);
    const byMember = Map.groupBy(found, ({ index }) => index);
    for (const [index, member] of members.entries()) {
      const { value, measuredAt, packet } = member;
      const { shard, seq, receivedAt } = packet;
      const sent = { value, measuredAt, receivedAt: new Date(receivedAt), shard, seq, origin: 'live' as const };
      const own = byMember.get(index);
      if (own) updates.push(...own.map(({ stateId }) => ({ stateId, ...sent })));
      else unmatched.push(member);
    }
  }
  return { updates, unmatched };
}
