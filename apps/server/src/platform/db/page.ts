import { type SQLWrapper, sql } from 'drizzle-orm';
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
