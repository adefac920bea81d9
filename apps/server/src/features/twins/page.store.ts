import { exactTotalLimit } from '@stellwerk/contract/core/envelope';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { guessOf } from '../../platform/db/page.ts';
import { scopes } from '../access/index.ts';
import { twins } from './twin.table.ts';

interface Page {
  /** Over twins joined with their scopes. */
  where: SQL | undefined;
  key: SQL;
  isDescending?: boolean;
  offset: number;
  limit: number;
}

/**
 * One page of the ids of twins, with their number. What is found seldom is gathered whole and sorted then: the planner,
 * which can't know how seldom, would else walk along the order through all twins of the installation.
 */
export async function findPage(db: Db, { where, key, isDescending = false, offset, limit }: Page) {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const every = () =>
    db.select({ id: twins.id }).from(twins).innerJoin(scopes, eq(scopes.id, twins.scopeId)).where(where);
  const gathered = await db.execute<{ total: number; ids: number[] }>(sql`
    with found as materialized (
      select ${twins.id} as id, ${key} as key from ${twins} inner join ${scopes} on ${scopes.id} = ${twins.scopeId}
      where ${where ?? sql`true`} limit ${exactTotalLimit + 1}
    )
    select (select count(*)::int from found) as total,
      array(select id from found order by key ${direction}, id ${direction} offset ${offset} limit ${limit}) as ids`);
  const { total, ids } = gathered.rows[0] ?? { total: 0, ids: [] };
  if (total <= exactTotalLimit) return { ids: ids.map(Number), total };
  const rows = await every()
    .orderBy(sql`${key} ${direction}`, sql`${twins.id} ${direction}`)
    .offset(offset)
    .limit(limit);
  const guess = await guessOf(db, every());
  return { ids: rows.map(({ id }) => id), total: Math.max(guess, total), totalIsEstimate: true as const };
}
