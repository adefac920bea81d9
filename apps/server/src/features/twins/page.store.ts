import { exactTotalLimit } from '@stellwerk/contract/core/envelope';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { guessOf } from '../../platform/db/page.ts';
import { scopes } from '../access/index.ts';
import { twins } from './twin.table.ts';

interface Page {
  /** Over twins joined with their scopes, and with what `joins` adds. */
  where: SQL | undefined;
  key: SQL;
  joins?: SQL;
  isDescending?: boolean;
  offset: number;
  limit: number;
}

/**
 * One page of the ids of twins, with their number. What is found seldom is gathered whole and sorted then: the planner,
 * which can't know how seldom, would else walk along the order through all twins of the installation.
 */
export async function findPage(db: Db, { where, key, joins = sql``, isDescending = false, offset, limit }: Page) {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const every = sql`from ${twins} inner join ${scopes} on ${scopes.id} = ${twins.scopeId} ${joins}
    where ${where ?? sql`true`}`;
  const gathered = await db.execute<{ total: number; ids: number[] }>(sql`
    with found as materialized (select ${twins.id} as id, ${key} as key ${every} limit ${exactTotalLimit + 1})
    select (select count(*)::int from found) as total,
      array(select id from found order by key ${direction}, id ${direction} offset ${offset} limit ${limit}) as ids`);
  const { total, ids } = gathered.rows[0] ?? { total: 0, ids: [] };
  if (total <= exactTotalLimit) return { ids: ids.map(Number), total };
  const page = await db.execute<{ id: number }>(sql`
    select ${twins.id} as id ${every} order by ${key} ${direction}, ${twins.id} ${direction}
    offset ${offset} limit ${limit}`);
  const guess = await guessOf(db, sql`(select ${twins.id} ${every})`);
  const isEstimate = { total: Math.max(guess, total), totalIsEstimate: true as const };
  return { ids: page.rows.map(({ id }) => Number(id)), ...isEstimate };
}
