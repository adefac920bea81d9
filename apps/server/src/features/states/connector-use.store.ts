import { normalEui } from '@stellwerk/contract/eui';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { states } from './state.table.ts';

/** States that a connector feeds, and buttons that send through it, by connector. */
export async function countStatesOfConnectors(
  db: Db,
  connectorIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select asked.id, (select count(*)::int from ${states} state where state.source = 'connector'
        and (state.config ->> 'connectorId')::bigint = asked.id)
      + (select count(*)::int from ${states} state
        where state.visualisation -> 'outbound' ->> 'connectorId' is not null
          and (state.visualisation -> 'outbound' ->> 'connectorId')::bigint = asked.id) as count
    from unnest(${sql.param([...connectorIds])}::bigint[]) as asked (id)`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Rewrites the identifiers that the states of a connector name in the form of EUIs. */
export async function normaliseStateIdentifiers(db: Db, connectorId: number): Promise<void> {
  const ofConnector = sql`source = 'connector' and (config ->> 'connectorId')::bigint = ${connectorId}`;
  const { rows } = await db.execute<{ identifier: string }>(
    sql`select distinct config ->> 'identifier' as identifier from ${states} where ${ofConnector}`,
  );
  const changed = rows.flatMap(({ identifier }) => {
    const eui = normalEui(identifier);
    return eui === undefined || eui === identifier ? [] : [{ identifier, eui }];
  });
  if (changed.length === 0) return;
  await db.execute(
    sql`update ${states} set config = jsonb_set(config, '{identifier}', to_jsonb(given.eui))
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given (identifier text, eui text)
      where ${ofConnector} and config ->> 'identifier' = given.identifier`,
  );
}
