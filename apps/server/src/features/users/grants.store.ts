import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import { moduleDenials } from '../accounts/index.ts';

/** Grants of a user: their roles by scope, and denials of modules that are off. */
export async function grantsOf(db: Db, userId: number): Promise<Grant[]> {
  const [held, denials] = await Promise.all([
    db
      .select({ scope: sql<string>`${scopes.path}::text`, permissions: roles.permissions, roleId: roles.id })
      .from(userRoles)
      .innerJoin(scopes, eq(scopes.id, userRoles.scopeId))
      .innerJoin(roles, eq(roles.id, userRoles.roleId))
      .where(eq(userRoles.userId, userId)),
    moduleDenials(db, userId),
  ]);
  return [...held, ...denials];
}

/** Grants for background jobs: deactivated users have none. */
export async function activeGrantsOf(db: Db, userId: number): Promise<Grant[]> {
  const [found] = await db.select({ active: users.active }).from(users).where(eq(users.id, userId));
  return found?.active ? grantsOf(db, userId) : [];
}
