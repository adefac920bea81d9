import type { Widget } from '@stellwerk/contract/dashboard';
import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { widgets } from './dashboard.table.ts';

/** Takes ids for new widgets in advance, so that their first version can contain them. */
export async function takeWidgetIds(db: Db, count: number): Promise<number[]> {
  if (count === 0) return [];
  const taken = await db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('widgets', 'id')) as id from generate_series(1, ${count}::int)`,
  );
  return taken.rows.map(({ id }) => Number(id));
}

const { id: _id, dashboardId: _dashboardId, type: _type, ...changeable } = getTableColumns(widgets);
const replaced = Object.fromEntries(
  Object.entries(changeable).map(([name, { name: column }]): [string, SQL] => [
    name,
    sql`excluded.${sql.identifier(column)}`,
  ]),
);

/** Inserts widgets, or replaces existing ones. */
export async function writeWidgets(db: Db, dashboardId: number, rows: readonly Widget[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(widgets)
    .values(rows.map((row) => ({ ...row, dashboardId })))
    .onConflictDoUpdate({ target: widgets.id, set: replaced });
}

export async function deleteWidgets(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(widgets).where(inArray(widgets.id, [...ids]));
}
