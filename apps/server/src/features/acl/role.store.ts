import { listRoles } from '@stellwerk/contract/access';
import type { RouteInput } from '@stellwerk/contract/core/route';
import { seesUsers } from '@stellwerk/contract/user';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inScope, scopedFrom, seenFrom, visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import { defaultRoleView } from '../accounts/index.ts';

/** Number of holders of a role that the caller may read. */
function userCount(db: Db, grants: readonly Grant[]): SQL<number> {
  const home = alias(scopes, 'home');
  const holders = db
    .select({ n: sql<number>`count(distinct ${userRoles.userId})::int` })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .innerJoin(home, eq(home.id, accounts.scopeId))
    .where(and(eq(userRoles.roleId, roles.id), visible(grants, seesUsers, home.path)));
  return sql<number>`(${holders})`;
}

const select = (db: Db, grants: readonly Grant[], where: SQL | undefined) =>
  db
    .select({
      id: roles.id,
      scopeId: roles.scopeId,
      scopeName: scopes.name,
      scopePath: sql<string>`${scopes.path}::text`,
      tenantId: scopes.accountId,
      name: roles.name,
      description: roles.description,
      icon: roles.icon,
      permissions: roles.permissions,
      userCount: userCount(db, grants),
      createdAt: roles.createdAt,
    })
    .from(roles)
    .innerJoin(scopes, eq(scopes.id, roles.scopeId))
    .where(where);

export type RoleRow = Awaited<ReturnType<typeof select>>[number];
export type RoleList = RouteInput<typeof listRoles>['query'];

export const scopedRoles = inScope(roles, roles);

const atOrAbove = (scopeId: number) =>
  sql`${scopes.path} @> (select place.path from ${scopes} place where place.id = ${scopeId})`;

const rolePage = defineList({
  sort: { name: sql`lower(${roles.name})`, createdAt: roles.createdAt },
  search: [roles.name, roles.description],
});

/** Roles of the scopes that the caller may read; with a scope, the roles that can be assigned there. */
export function findRolePage(db: Db, actor: Pick<Actor, 'grants'>, list: RoleList) {
  const found =
    list.scopeId === undefined
      ? scopedFrom(scopedRoles, actor, listRoles.permission)
      : seenFrom(scopedRoles, atOrAbove(list.scopeId));
  return rolePage(db, found, list, (ids) => select(db, actor.grants, inArray(roles.id, ids)));
}

/** The subset of these roles that belong to one of these scopes, or to a scope above or below it. */
export async function rolesInLine(db: Db, ids: number[], paths: string[]): Promise<Set<number>> {
  if (paths.length === 0) return new Set();
  const places = sql`${sql.param(`{${paths.join(',')}}`)}::ltree[]`;
  return visibleIds(db, seenFrom(scopedRoles, sql`(${scopes.path} @> ${places} or ${scopes.path} <@ ${places})`), ids);
}

export async function findRole(db: Db, grants: readonly Grant[], id: number): Promise<RoleRow | undefined> {
  const [row] = await select(db, grants, eq(roles.id, id));
  return row;
}

interface RoleFields {
  name: string;
  description: string;
  icon: string;
  permissions: string[];
}

/** Returns undefined if the scope already has a role of this name. */
export async function insertRole(db: Db, role: RoleFields & { scopeId: number }): Promise<number | undefined> {
  const [created] = await db.insert(roles).values(role).onConflictDoNothing().returning({ id: roles.id });
  return created?.id;
}

/** Serialises the creation and renaming of roles of a scope until the end of the transaction. */
export async function lockNames(db: Db, scopeId: number): Promise<void> {
  await db.select({ id: scopes.id }).from(scopes).where(eq(scopes.id, scopeId)).for('no key update');
}

export async function lockRole(db: Db, id: number) {
  const [row] = await db
    .select({
      name: roles.name,
      permissions: roles.permissions,
      scopeId: roles.scopeId,
      scopePath: sql<string>`${scopes.path}::text`,
    })
    .from(roles)
    .innerJoin(scopes, eq(scopes.id, roles.scopeId))
    .where(eq(roles.id, id))
    .for('update', { of: roles });
  return row;
}

/** Returns false if another role of the scope has the name. */
export async function changeRole(db: Db, id: number, fields: RoleFields): Promise<boolean> {
  const twin = alias(roles, 'twin');
  const same = db
    .select({ id: twin.id })
    .from(twin)
    .where(
      sql`${twin.scopeId} = ${roles.scopeId} and ${twin.id} <> ${roles.id} and lower(${twin.name}) = lower(${fields.name})`,
    );
  const changed = await db
    .update(roles)
    .set(fields)
    .where(and(eq(roles.id, id), sql`not exists ${same}`));
  return (changed.rowCount ?? 0) > 0;
}

export async function removeRole(db: Db, id: number): Promise<void> {
  await db.delete(roles).where(eq(roles.id, id));
}

export async function holdersOf(db: Db, roleId: number): Promise<Set<number>> {
  const rows = await db.selectDistinct({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.roleId, roleId));
  return new Set(rows.map(({ id }) => id));
}

/** Scopes outside a role's own subtree in which it is assigned, because an account has moved since. */
export async function outlyingPlaces(db: Db, roleId: number, path: string): Promise<string[]> {
  const found = await db.execute<{ path: string }>(sql`
    select distinct ${scopes.path}::text as path from (
      select ${userRoles.scopeId} as id from ${userRoles} where ${userRoles.roleId} = ${roleId}
      union select ${defaultRoleView.scopeId} from ${defaultRoleView} where ${defaultRoleView.roleId} = ${roleId}
    ) place join ${scopes} on ${scopes.id} = place.id
    where not ${scopes.path} <@ ${path}::ltree`);
  return found.rows.map((row) => row.path);
}
