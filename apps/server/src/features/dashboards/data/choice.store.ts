import { readsStates, type ValueType } from '@stellwerk/contract/state';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { states } from '../../states/index.ts';
import { twins } from '../../twins/index.ts';
import type { ResolvedFilter } from './twin-filter.ts';
import { fits, type Viewer } from './viewer.store.ts';

/** Of larger choices the first twins speak for all. */
const twinsLookedAt = 10_000;
const offered = 500;

export interface StateChoice {
  key: string;
  title: string;
  unit: string;
  valueType: ValueType;
  twinCount: number;
}

/** Which states the twins have that the viewer may read, the most frequent first. */
export async function findStateChoices(db: Db, viewer: Viewer, filter: ResolvedFilter): Promise<StateChoice[]> {
  const { rows } = await db.execute<StateChoice & Record<string, unknown>>(sql`
    with chosen as materialized (
      select ${twins.id} as id from ${twins} inner join ${scopes} on ${scopes.id} = ${twins.scopeId}
      where ${fits(viewer, filter, readsStates) ?? sql`true`} limit ${twinsLookedAt}
    )
    select min(own.key) as key, mode() within group (order by own.title) as title,
      mode() within group (order by own.unit) as unit, mode() within group (order by own.value_type) as "valueType",
      count(*)::int as "twinCount"
    from chosen inner join ${states} own on own.twin_id = chosen.id
    group by lower(own.key) order by count(*) desc, lower(min(own.key)) limit ${offered}`);
  return rows;
}

/** Keys of the pairs that the twins have, by name. */
export async function findPairKeys(db: Db, viewer: Viewer, filter: ResolvedFilter): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    with chosen as materialized (
      select ${twins.keyValue} as pairs from ${twins} inner join ${scopes} on ${scopes.id} = ${twins.scopeId}
      where ${fits(viewer, filter, 'DigitalTwin.list') ?? sql`true`} limit ${twinsLookedAt}
    )
    select distinct pair ->> 'key' as key from chosen, jsonb_array_elements(pairs) as pair order by 1 limit ${offered}`);
  return rows.map(({ key }) => key);
}
