import { exactTotalLimit } from '@stellwerk/contract/core/envelope';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Escapes user input for a `like` pattern, so that `%` and `_` match literally. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

interface Plan {
  'QUERY PLAN': { Plan: { 'Plan Rows': number } }[];
}

/** The planner's estimate of the number of rows of a query, which costs almost nothing. */
export async function guessOf(db: Db, query: SQLWrapper): Promise<number> {
  const plan = await db.execute<Plan & Record<string, unknown>>(
    sql`explain (format json) select 1 from ${query} as every_row`,
  );
  return Math.round(plan.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0);
}

/** Counts the rows of a query: exact up to 10,000, then an estimate. The query must have neither limit nor order. */
export async function totalOf(db: Db, query: SQLWrapper): Promise<{ total: number; totalIsEstimate?: true }> {
  const counted = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${query} as every_row limit ${exactTotalLimit + 1}) as first_rows`,
  );
  const total = counted.rows[0]?.n ?? 0;
  if (total <= exactTotalLimit) return { total };
  return { total: Math.max(await guessOf(db, query), total), totalIsEstimate: true };
}

interface IdPage {
  id: SQLWrapper;
  key: SQLWrapper;
  /** The rest of the query from the keyword `from` on, without an order. */
  every: SQL;
  isDescending?: boolean;
  /** For nullable keys: whether nulls come first or last. Absent if an index provides the order. */
  nulls?: 'first' | 'last';
  offset: number;
  limit: number;
}

/**
 * Reads one page of row ids and the total. Small results are collected completely and then sorted: the planner cannot
 * know that a result is small and would otherwise scan all rows of the installation in sort order.
 */
export async function pageOfIds(db: Db, page: IdPage) {
  const { id, key, every, isDescending = false, nulls, offset, limit } = page;
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const missing = sql.raw(nulls ? `nulls ${nulls}` : '');
  const gathered = await db.execute<{ total: number; ids: number[] }>(sql`
    with found as materialized (select ${id} as id, ${key} as key ${every} limit ${exactTotalLimit + 1})
    select (select count(*)::int from found) as total, array(
      select id from found order by key ${direction} ${missing}, id ${direction} offset ${offset} limit ${limit}) as ids`);
  const { total, ids } = gathered.rows[0] ?? { total: 0, ids: [] };
  if (total <= exactTotalLimit) return { ids: ids.map(Number), total };
  const walked = await db.execute<{ id: number }>(sql`
    select ${id} as id ${every} order by ${key} ${direction} ${missing}, ${id} ${direction}
    offset ${offset} limit ${limit}`);
  const guess = await guessOf(db, sql`(select ${id} ${every})`);
  const isEstimate = { total: Math.max(guess, total), totalIsEstimate: true as const };
  return { ids: walked.rows.map((row) => Number(row.id)), ...isEstimate };
}
