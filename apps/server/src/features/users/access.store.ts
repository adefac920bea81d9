import type { AccessEntry } from '@stellwerk/contract/access';
import { seesUsers } from '@stellwerk/contract/user';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';

/** A user's roles in the scopes that the caller may see; the caller sees all of their own. `hidden` counts the rest. */
export async function accessOf(
  db: Db,
  actor: Actor,
  userId: number,
): Promise<{ access: AccessEntry[]; hidden: number }> {
  const isSeen = userId === actor.userId ? sql`true` : visible(actor.grants, seesUsers, scopes.path);
  const rows = await db
    .select({
      scopeId: scopes.id,
      scopeName: scopes.name,
      tenantId: accounts.id,
      tenantName: accounts.name,
      roleId: roles.id,
      roleName: roles.name,
      isSeen: sql<boolean>`${isSeen}`,
    })
    .from(userRoles)
    .innerJoin(scopes, eq(scopes.id, userRoles.scopeId))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .leftJoin(accounts, eq(accounts.id, scopes.accountId))
    .where(eq(userRoles.userId, userId))
    .orderBy(asc(scopes.path), asc(roles.name));
  const byScope = Map.groupBy(rows, ({ scopeId }) => scopeId);
  const entries = [...byScope.values()].flatMap((held) => {
    const [first] = held;
    if (!first?.isSeen) return [];
    const { scopeId, scopeName, tenantId, tenantName } = first;
    const names = held.map(({ roleId, roleName }) => ({ id: roleId, name: roleName }));
    return [{ scopeId, scopeName, tenantId, tenantName, roles: names }];
  });
  return { access: entries, hidden: byScope.size - entries.length };
}
