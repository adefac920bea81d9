import { readsStates, type ValueType } from '@stellwerk/contract/state';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { stateView } from '../../states/index.ts';
import { viewedTwins } from '../../twins/index.ts';
import type { ResolvedFilter } from './twin-filter.ts';
import { matchingTwins, type Viewer } from './viewer.store.ts';

/** Larger selections are represented by their first twins. */
const twinsLookedAt = 10_000;
const offered = 500;

interface StateChoice {
  key: string;
  title: string;
  unit: string;
  valueType: ValueType;
  twinCount: number;
}

/** The states of the twins that the viewer may read, the most frequent first. */
export async function findStateChoices(db: Db, viewer: Viewer, filter: ResolvedFilter): Promise<StateChoice[]> {
  const { id, every } = matchingTwins(viewer, filter, readsStates);
  const { rows } = await db.execute<StateChoice & Record<string, unknown>>(sql`
    with chosen as materialized (select ${id} as id ${every} limit ${twinsLookedAt})
    select min(${stateView.key}) as key, mode() within group (order by ${stateView.title}) as title,
      mode() within group (order by ${stateView.unit}) as unit,
      mode() within group (order by ${stateView.valueType}) as "valueType", count(*)::int as "twinCount"
    from chosen inner join ${stateView} on ${stateView.twinId} = chosen.id
    group by lower(${stateView.key}) order by count(*) desc, lower(min(${stateView.key})) limit ${offered}`);
  return rows;
}

/** The keys of the twins' key-value pairs, in alphabetical order. */
export async function findPairKeys(db: Db, viewer: Viewer, filter: ResolvedFilter): Promise<string[]> {
  const { every } = matchingTwins(viewer, filter, 'DigitalTwin.list');
  const { rows } = await db.execute<{ key: string }>(sql`
    with chosen as materialized (select ${viewedTwins.columns.keyValue} as pairs ${every} limit ${twinsLookedAt})
    select distinct pair ->> 'key' as key from chosen, jsonb_array_elements(pairs) as pair order by 1 limit ${offered}`);
  return rows.map(({ key }) => key);
}
