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

interface RoutingQuestion {
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
