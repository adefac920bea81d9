import type { Db } from '../../platform/db/db.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import type { ValueUpdate } from './engine/value.ts';
import { findRoutedStates } from './routing.store.ts';

/** A value addressed by reference ids of a twin, instead of a state id. */
export interface RoutedMessage {
  routing: Record<string, string>;
  /** The key of the state. */
  variable: string;
  value: JsonValue;
  measuredAt: Date;
  receivedAt: Date;
  shard: number;
  seq: number;
}

interface Routed {
  updates: ValueUpdate[];
  /** Indexes of messages that no state accepts. Not an error; the connector logs them. */
  unmatched: number[];
}

/**
 * Finds the states that messages address. A twin must have all reference ids of a message; several twins may match.
 * Only states with the source `datarouting` of enabled twins are written, in these accounts and below.
 */
export async function routeValues(
  db: Db,
  { accountPaths, messages }: { accountPaths: readonly string[]; messages: readonly RoutedMessage[] },
): Promise<Routed> {
  const questions = messages.map(({ routing, variable }, index) => ({ index, routing, key: variable }));
  const found = await findRoutedStates(db, accountPaths, questions);
  const byMessage = Map.groupBy(found, ({ index }) => index);
  const updates = messages.flatMap(({ routing: _routing, variable: _variable, ...sent }, index) =>
    (byMessage.get(index) ?? []).map(({ stateId }): ValueUpdate => ({ stateId, ...sent, origin: 'live' })),
  );
  return { updates, unmatched: [...messages.keys()].filter((index) => !byMessage.has(index)) };
}
