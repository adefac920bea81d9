import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { roles, scopes } from '../access/index.ts';
import { userRoles } from './user.table.ts';

/** What a user may do where: the permissions of all their roles, scope by scope. */
export async function grantsOf(db: Db, userId: number): Promise<Grant[]> {
  const rows = await db
    .select({ scope: sql<string>`${scopes.path}::text`, permissions: roles.permissions })
    .from(userRoles)
    .innerJoin(scopes, eq(scopes.id, userRoles.scopeId))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId));
  const byScope = Map.groupBy(rows, (row) => row.scope);
  return [...byScope].map(([scope, entries]) => ({
    scope,
    permissions: entries.flatMap((entry) => entry.permissions),
  }));
}
