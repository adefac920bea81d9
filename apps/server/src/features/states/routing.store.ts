import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twinReferences, twins } from '../twins/index.ts';
import { states } from './state.table.ts';

/** Matches the accounts that a sender may reach, including all accounts below. */
const reaches = (accountPaths: readonly string[]) =>
  sql`account_scope.path <@ any(${sql.param([...accountPaths])}::ltree[])`;

const enabledTwins = sql`${twins} twin
  join ${accounts} account on account.id = twin.account_id
  join ${scopes} account_scope on account_scope.id = account.scope_id`;

export interface RoutingQuestion {
  /** Index of the message. */
  index: number;
  /** Reference ids that the twin must all have. */
  routing: Record<string, string>;
  key: string;
}

/** The data-routing states that messages address, on enabled twins of these accounts and accounts below. */
export async function findRoutedStates(
  db: Db,
  accountPaths: readonly string[],
  questions: readonly RoutingQuestion[],
): Promise<{ index: number; stateId: number }[]> {
  const pairs = questions.flatMap(({ index, routing, key }) => {
    const names = Object.entries(routing);
    return names.map(([name, value]) => ({ index, name, value, wanted: names.length, key: key.toLowerCase() }));
  });
  if (pairs.length === 0 || accountPaths.length === 0) return [];
  const found = await db.execute<{ index: number; stateId: number }>(sql`
    with pair as (
      select * from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
        as pair(index int, name text, value text, wanted int, key text)
    ), addressed as (
      select pair.index, pair.key, reference.twin_id
      from pair join ${twinReferences} reference on reference.name = pair.name and reference.value = pair.value
      group by pair.index, pair.key, pair.wanted, reference.twin_id having count(*) = pair.wanted
    )
    select addressed.index, state.id as "stateId"
    from addressed join ${states} state
      on state.twin_id = addressed.twin_id and lower(state.key) = addressed.key and state.source = 'datarouting'
    join ${enabledTwins} on twin.id = addressed.twin_id
    where not twin.disabled and ${reaches(accountPaths)}
    order by addressed.index, state.id`);
  return found.rows;
}

export interface ConnectorState {
  stateId: number;
  twinId: number;
  identifier: string;
  /** Path of the value in the message; empty for a plain value. */
  variable: string;
}

/**
 * The connector states that messages with these identifiers feed, on enabled twins of these accounts and accounts
 * below.
 */
export async function findConnectorStates(
  db: Db,
  { accountPaths, identifiers }: { accountPaths: readonly string[]; identifiers: readonly string[] },
): Promise<ConnectorState[]> {
  if (identifiers.length === 0 || accountPaths.length === 0) return [];
  const found = await db.execute<ConnectorState & Record<string, unknown>>(sql`
    select state.id as "stateId", state.twin_id as "twinId", state.config ->> 'identifier' as identifier,
      state.config ->> 'variable' as variable
    from ${states} state join ${enabledTwins} on twin.id = state.twin_id
    where state.source = 'connector' and state.config ->> 'identifier' = any(${sql.param([...identifiers])}::text[])
      and not twin.disabled and ${reaches(accountPaths)}
    order by state.id`);
  return found.rows;
}
