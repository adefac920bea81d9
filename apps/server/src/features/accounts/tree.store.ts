import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import type { Border } from './account.service.ts';
import { accountDefaultRoles } from './account.table.ts';

const treeLock = 7_306_024;

/** Paths are copied from the parent, so additions to a branch wait for its moves, but not for each other. */
export const lockTreeToAdd = (db: Db) => db.execute(sql`select pg_advisory_xact_lock_shared(${treeLock})`);
export const lockTreeToMove = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(${treeLock})`);

export interface Place {
  parentId: number | null;
  scopeId: number;
  path: string;
  parentPath: string | null;
}

const parentOf = (path: string) => (path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : null);

/** The place of an account in the tree. Its scope is a child of the parent account's scope. */
export async function findPlace(db: Db, accountId: number): Promise<Place | undefined> {
  const [found] = await db
    .select({ parentId: accounts.parentId, scopeId: accounts.scopeId, path: sql<string>`${scopes.path}::text` })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(accounts.id, accountId));
  return found && { ...found, parentPath: parentOf(found.path) };
}

interface Move {
  accountId: number;
  from: Place;
  to: { parentId: number } & Pick<Place, 'scopeId' | 'path'>;
}

export async function moveBranch(db: Db, { accountId, from, to }: Move): Promise<void> {
  await db.update(accounts).set({ parentId: to.parentId }).where(eq(accounts.id, accountId));
  await db.update(scopes).set({ parentId: to.scopeId }).where(eq(scopes.id, from.scopeId));
  await db
    .update(scopes)
    .set({ path: sql`${to.path}::ltree || subpath(${scopes.path}, nlevel(${from.path}::ltree) - 1)` })
    .where(sql`${scopes.path} <@ ${from.path}::ltree`);
  await adoptForeignRoles(db, from.scopeId);
}

/**
 * Roles are assigned in their own scope and below. After a move, some assigned roles may belong to accounts that no
 * longer lie above. Administrators there could change them, so the branch gets copies of its own.
 */
export async function adoptForeignRoles(db: Db, scopeId: number): Promise<void> {
  const foreign = await db.execute<{ id: number; name: string }>(sql`
    with branch as (
      select place.id, place.path from ${scopes} place
      where place.path <@ (select path from ${scopes} where id = ${scopeId})
    ), given as (
      select role_id, path from ${userRoles} join branch on branch.id = ${userRoles.scopeId}
      union
      select role_id, path from ${accountDefaultRoles} join branch on branch.id = ${accountDefaultRoles.scopeId}
    )
    select distinct role.id, role.name
    from given join ${roles} role on role.id = given.role_id join ${scopes} home on home.id = role.scope_id
    where not home.path @> given.path`);
  for (const role of foreign.rows) await adoptRole(db, scopeId, role);
}

async function adoptRole(db: Db, scopeId: number, role: { id: number; name: string }): Promise<void> {
  const [taken] = await db
    .select({ id: roles.id })
    .from(roles)
    .where(sql`${roles.scopeId} = ${scopeId} and lower(${roles.name}) = lower(${role.name})`);
  const name = taken ? `${role.name} (${role.id})` : role.name;
  const copied = await db.execute<{ id: number }>(sql`
    insert into ${roles} (scope_id, name, description, icon, permissions)
    select ${scopeId}, ${name}, description, icon, permissions from ${roles} where id = ${role.id} returning id`);
  const branch = sql`(
    select id from ${scopes} where path <@ (select path from ${scopes} where id = ${scopeId})
  )`;
  for (const table of [userRoles, accountDefaultRoles]) {
    await db.execute(sql`
      update ${table} set role_id = ${copied.rows[0]?.id} where role_id = ${role.id} and scope_id in ${branch}`);
  }
}

/** Counts objects that prevent a deletion. Locks the account, so that no user is added before the transaction ends. */
export async function countContents(db: Db, accountId: number): Promise<{ accounts: number; users: number }> {
  await db.execute(sql`select 1 from ${accounts} where ${accounts.id} = ${accountId} for update`);
  const counted = await db.execute<{ accounts: number; users: number }>(sql`
    select (select count(*)::int from ${accounts} where parent_id = ${accountId}) as accounts,
      (select count(*)::int from ${users} where account_id = ${accountId}) as users`);
  return counted.rows[0] ?? { accounts: 0, users: 0 };
}

/** Deletes an empty account with its scopes, their roles, and its jobs. */
export async function removeBranch(db: Db, accountId: number, path: string): Promise<void> {
  const branch = db.select({ id: scopes.id }).from(scopes).where(sql`${scopes.path} <@ ${path}::ltree`);
  await db.delete(jobs).where(eq(jobs.accountId, accountId));
  await db.delete(roles).where(inArray(roles.scopeId, branch));
  await db.delete(accounts).where(eq(accounts.id, accountId));
  await db.delete(scopes).where(sql`${scopes.path} <@ ${path}::ltree`);
}

/** A subquery of ids, which the database evaluates once per query instead of once per row. */
const isAmong = (accountId: AnyPgColumn, which: SQL): SQL =>
  sql`${accountId} in (select owner.id from ${accounts} owner join ${scopes} home on home.id = owner.scope_id where ${which})`;

/** Whether an account lies inside the moved branch. */
export const isInside = (accountId: AnyPgColumn, { branch }: Border): SQL =>
  isAmong(accountId, sql`home.path <@ ${branch}::ltree`);
export const isLeft = (accountId: AnyPgColumn, { branch, left }: Border): SQL =>
  isAmong(accountId, sql`home.path <@ ${left}::ltree and not home.path <@ ${branch}::ltree`);
