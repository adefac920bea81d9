import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { roles } from './role.table.ts';
import { scopes } from './scope.table.ts';

interface NewRole {
  scopeId: number;
  name: string;
  permissions: readonly string[];
}

export async function createRole(db: Db, { permissions, ...role }: NewRole): Promise<number> {
  const [created] = await db
    .insert(roles)
    .values({ ...role, permissions: [...permissions] })
    .returning({ id: roles.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export interface FoundRole {
  id: number;
  name: string;
  permissions: string[];
  scopePath: string;
}

export async function findRoles(db: Db, ids: number[]): Promise<Map<number, FoundRole>> {
  const rows = await db
    .select({
      id: roles.id,
      name: roles.name,
      permissions: roles.permissions,
      scopePath: sql<string>`${scopes.path}::text`,
    })
    .from(roles)
    .innerJoin(scopes, eq(scopes.id, roles.scopeId))
    .where(inArray(roles.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
