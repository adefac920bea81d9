import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { scopes } from './scope.table.ts';

interface NewScope {
  parentId: number | null;
  name: string;
}

/** The path ends with the scope's own id, so the id is taken before the row is written. */
export async function createScope(db: Db, { parentId, name }: NewScope): Promise<{ id: number; path: string }> {
  const next = await db.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('scopes', 'id')) as id`);
  const id = Number(next.rows[0]?.id);
  const parentPath = parentId === null ? undefined : (await scopePaths(db, [parentId])).get(parentId);
  const path = parentPath === undefined ? String(id) : `${parentPath}.${id}`;
  await db.insert(scopes).overridingSystemValue().values({ id, parentId, name, path });
  return { id, path };
}

export async function assignScope(db: Db, scopeId: number, accountId: number): Promise<void> {
  await db.update(scopes).set({ accountId }).where(eq(scopes.id, scopeId));
}

export async function scopePaths(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: scopes.id, path: sql<string>`${scopes.path}::text` })
    .from(scopes)
    .where(inArray(scopes.id, ids));
  return new Map(rows.map((row) => [row.id, row.path]));
}
