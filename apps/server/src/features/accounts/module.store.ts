import { actions } from '@stellwerk/contract/core/permission';
import { type ModuleId, modules } from '@stellwerk/contract/module';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';
import { accountModules } from './account.table.ts';
import { scopeLine } from './inheritance.store.ts';

const subjectsOf = (id: string) => modules.filter((module) => module.id === id).flatMap(({ subjects }) => subjects);

/** A module that is off denies all actions on its subjects. */
const denialsOf = (id: string) => subjectsOf(id).flatMap((subject) => actions.map((action) => `!${subject}.${action}`));

/** Modules that are off above, at or below the scopes of a user's roles. */
export async function moduleDenials(db: Db, userId: number): Promise<Grant[]> {
  const found = await db.execute<{ scope: string; module: string }>(sql`
    select ${scopes.path}::text as scope, ${accountModules.module} as module
    from ${accountModules}
    join ${accounts} on ${accounts.id} = ${accountModules.accountId}
    join ${scopes} on ${scopes.id} = ${accounts.scopeId}
    where not ${accountModules.active} and exists (
      select 1 from ${userRoles} held join ${scopes} place on place.id = held.scope_id
      where held.user_id = ${userId} and (place.path <@ ${scopes.path} or ${scopes.path} <@ place.path)
    )`);
  return found.rows.map(({ scope, module }) => ({ scope, module, permissions: denialsOf(module) }));
}

/** Whether a module is off in the account or an ancestor. */
export const moduleIsOff = (accountId: number, module: SQLWrapper): SQL => sql`exists (
  select 1 from ${accountModules} switch join ${accounts} owner on owner.id = switch.account_id
  where switch.module = ${module} and not switch.active and owner.scope_id in ${scopeLine(accountId)}
)`;

export async function isModuleActive(db: Db, accountId: number, module: ModuleId): Promise<boolean> {
  const { rows } = await db.execute<{ off: boolean }>(sql`select ${moduleIsOff(accountId, sql`${module}`)} as off`);
  return rows[0]?.off === false;
}

/** Modules that are off in the account and its ancestors, from the top. */
export async function findOffSwitches(db: Db, accountId: number) {
  return db
    .select({
      module: accountModules.module,
      id: accounts.id,
      name: accounts.name,
      path: sql<string>`${scopes.path}::text`,
    })
    .from(accountModules)
    .innerJoin(accounts, eq(accounts.id, accountModules.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(sql`not ${accountModules.active} and ${accounts.scopeId} in ${scopeLine(accountId)}`)
    .orderBy(scopes.path);
}

export async function switchOn(db: Db, accountId: number, module: ModuleId): Promise<void> {
  await db
    .delete(accountModules)
    .where(and(eq(accountModules.accountId, accountId), eq(accountModules.module, module)));
}

/**
 * Removes the module's permissions from every role of the account and its sub-accounts. Denials stay: without them,
 * users could hold more than before when the module is switched on again.
 */
export async function switchOff(db: Db, { id, path }: { id: number; path: string }, module: ModuleId): Promise<void> {
  await db
    .insert(accountModules)
    .values({ accountId: id, module, active: false })
    .onConflictDoUpdate({ target: [accountModules.accountId, accountModules.module], set: { active: false } });
  const gone = sql`like any(${sql.param(subjectsOf(module).map((subject) => `${subject}.%`))}::text[])`;
  await db
    .update(roles)
    .set({
      permissions: sql`array(
        select held from unnest(${roles.permissions}) with ordinality as each(held, place)
        where not held ${gone} order by place
      )`,
    })
    .where(
      sql`${roles.scopeId} in (select id from ${scopes} where path <@ ${path}::ltree)
        and exists (select 1 from unnest(${roles.permissions}) as held where held ${gone})`,
    );
}
