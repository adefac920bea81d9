import type { ModuleId } from '@stellwerk/contract/module';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { accountDefaultRoles } from './account.table.ts';
import { moduleIsOff } from './module.store.ts';

/** Default roles of a new user: those of the account and of modules that are on. */
export async function defaultAccess(db: Db, accountId: number): Promise<{ scopeId: number; roleId: number }[]> {
  return db
    .selectDistinct({ scopeId: accountDefaultRoles.scopeId, roleId: accountDefaultRoles.roleId })
    .from(accountDefaultRoles)
    .where(
      and(eq(accountDefaultRoles.accountId, accountId), sql`not ${moduleIsOff(accountId, accountDefaultRoles.module)}`),
    );
}

export async function findDefaultRoles(db: Db, accountId: number) {
  return db
    .select({
      module: accountDefaultRoles.module,
      scopeId: scopes.id,
      scopeName: scopes.name,
      roleId: roles.id,
      roleName: roles.name,
    })
    .from(accountDefaultRoles)
    .innerJoin(scopes, eq(scopes.id, accountDefaultRoles.scopeId))
    .innerJoin(roles, eq(roles.id, accountDefaultRoles.roleId))
    .where(eq(accountDefaultRoles.accountId, accountId))
    .orderBy(scopes.path, sql`lower(${roles.name})`);
}
export type FoundDefaultRole = Awaited<ReturnType<typeof findDefaultRoles>>[number];

interface DefaultRole {
  scopeId: number;
  roleId: number;
}

export async function replaceDefaultRoles(
  db: Db,
  { accountId, module, entries }: { accountId: number; module: ModuleId | ''; entries: readonly DefaultRole[] },
): Promise<void> {
  await db
    .delete(accountDefaultRoles)
    .where(and(eq(accountDefaultRoles.accountId, accountId), eq(accountDefaultRoles.module, module)));
  if (entries.length === 0) return;
  await db
    .insert(accountDefaultRoles)
    .values(entries.map((entry) => ({ ...entry, accountId, module })))
    .onConflictDoNothing();
}
