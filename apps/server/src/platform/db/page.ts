import { exactTotalLimit } from '@stellwerk/contract/core/envelope';
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Text that somebody typed, for a pattern of `like`: `%` and `_` mean themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

interface Plan {
  'QUERY PLAN': { Plan: { 'Plan Rows': number } }[];
}

/**
 * How many rows a query has: exact up to 10,000, then the planner's guess, which costs nothing. The query must have
 * neither limit nor order.
 */
export async function totalOf(db: Db, query: SQLWrapper): Promise<{ total: number; totalIsEstimate?: true }> {
  const counted = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${query} as every_row limit ${exactTotalLimit + 1}) as first_rows`,
  );
  const total = counted.rows[0]?.n ?? 0;
  if (total <= exactTotalLimit) return { total };
  const plan = await db.execute<Plan & Record<string, unknown>>(
    sql`explain (format json) select 1 from ${query} as every_row`,
  );
  const guess = plan.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
  return { total: Math.max(Math.round(guess), total), totalIsEstimate: true };
}
