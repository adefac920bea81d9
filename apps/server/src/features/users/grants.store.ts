import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import { moduleDenials } from '../accounts/index.ts';

/** What a user may do where: their roles scope by scope, and the modules that are off there. */
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

/** The same for work in the background: whoever was deactivated meanwhile may do nothing any more. */
export async function activeGrantsOf(db: Db, userId: number): Promise<Grant[]> {
  const [found] = await db.select({ active: users.active }).from(users).where(eq(users.id, userId));
  return found?.active ? grantsOf(db, userId) : [];
}
