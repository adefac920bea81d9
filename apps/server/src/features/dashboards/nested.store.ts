import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { dashboards, nestedDashboards } from './dashboard.table.ts';

/** Serialises changes of nesting: two concurrent changes could form a cycle together. */
export async function lockNesting(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('nested dashboards', 0))`);
}

/** Far more than the allowed levels; ends the recursion in a cycle. */
const maxLevel = 10;

/** The dashboards themselves and all dashboards embedded in them, with the longest distance; deleted ones don't count. */
export async function levelsBelow(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; level: number }>(sql`
    with recursive below (id, level) as (
      select first.id, 1 from ${dashboards} first where first.id = any(${sql.param([...ids])}::bigint[])
      union
      select inside.id, below.level + 1 from below join ${nestedDashboards} shown on shown.outer_id = below.id
      join ${dashboards} inside on inside.id = shown.inner_id where below.level < ${maxLevel}::int)
    select id, max(level)::int as level from below group by id`);
  return new Map(rows.map(({ id, level }) => [Number(id), level]));
}

export async function levelsAbove(db: Db, id: number): Promise<number> {
  const { rows } = await db.execute<{ level: number }>(sql`
    with recursive above (id, level) as (
      select ${id}::bigint, 1
      union
      select shown.outer_id, above.level + 1 from above join ${nestedDashboards} shown on shown.inner_id = above.id
      where above.level < ${maxLevel}::int)
    select max(level)::int as level from above`);
  return rows[0]?.level ?? 1;
}

export interface Nested {
  widgetId: number;
  innerId: number;
}

export async function replaceNested(db: Db, outerId: number, nested: readonly Nested[]): Promise<void> {
  await db.delete(nestedDashboards).where(eq(nestedDashboards.outerId, outerId));
  if (nested.length > 0) await db.insert(nestedDashboards).values(nested.map((each) => ({ ...each, outerId })));
}
