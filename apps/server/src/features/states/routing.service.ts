import type { Db } from '../../platform/db/db.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import type { ValueUpdate } from './engine/value.ts';
import { findRoutedStates } from './routing.store.ts';

/** A value that names reference ids of a twin instead of a state. */
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
  /** Messages, by their place in the list, that no state takes: for the log of the connector, no error. */
  unmatched: number[];
}

/**
 * Finds the states that messages are meant for. Several reference ids of a message must all be on the twin; several
 * twins may have them. Only states with source datarouting of enabled twins are written, in these accounts and below.
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
