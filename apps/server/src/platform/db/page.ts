import { exactTotalLimit } from '@stellwerk/contract/core/envelope';
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Text that somebody typed, for a pattern of `like`: `%` and `_` mean themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

interface Plan {
  'QUERY PLAN': { Plan: { 'Plan Rows': number } }[];
}

/** The planner's guess of how many rows a query has, which costs nothing. */
export async function guessOf(db: Db, query: SQLWrapper): Promise<number> {
  const plan = await db.execute<Plan & Record<string, unknown>>(
    sql`explain (format json) select 1 from ${query} as every_row`,
  );
  return Math.round(plan.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0);
}

/** How many rows a query has: exact up to 10,000, then a guess. The query must have neither limit nor order. */
export async function totalOf(db: Db, query: SQLWrapper): Promise<{ total: number; totalIsEstimate?: true }> {
  const counted = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${query} as every_row limit ${exactTotalLimit + 1}) as first_rows`,
  );
  const total = counted.rows[0]?.n ?? 0;
  if (total <= exactTotalLimit) return { total };
  return { total: Math.max(await guessOf(db, query), total), totalIsEstimate: true };
}
