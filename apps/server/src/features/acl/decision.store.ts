import { anyOf } from '@stellwerk/contract/core/permission';
import { and, eq, inArray, sql, TransactionRollbackError } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { seesScopes } from './acl.policy.ts';

export async function isActive(db: Db, userId: number): Promise<boolean | undefined> {
  const [found] = await db.select({ active: users.active }).from(users).where(eq(users.id, userId));
  return found?.active;
}

export async function scopeNames(db: Db, grants: readonly Grant[], ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: scopes.id, name: scopes.name })
    .from(scopes)
    .where(sql`${inArray(scopes.id, ids)} and ${visible(grants, seesScopes, scopes.path)}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function roleNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.select({ id: roles.id, name: roles.name }).from(roles).where(inArray(roles.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const readsRoles = anyOf('UserManagement.read', 'UserManagement.create');

/** The roles that users can have in a scope, as far as the caller may see them. */
export async function rolesAtOrAbove(db: Db, grants: readonly Grant[], scopeId: number) {
  return db
    .select({ id: roles.id, name: roles.name, permissions: roles.permissions })
    .from(roles)
    .innerJoin(scopes, eq(scopes.id, roles.scopeId))
    .where(
      and(
        sql`${scopes.path} @> (select place.path from ${scopes} place where place.id = ${scopeId})`,
        visible(grants, readsRoles, scopes.path),
      ),
    )
    .orderBy(sql`lower(${roles.name})`, roles.id)
    .limit(500);
}

/** Reads the outcome of a change without keeping it: applies the change, reads, and rolls back. */
export async function asIf<T>(db: Db, change: (db: Db) => Promise<void>, look: (db: Db) => Promise<T>): Promise<T> {
  let seen: { value: T } | undefined;
  try {
    await db.transaction(async (tx) => {
      await change(tx);
      seen = { value: await look(tx) };
      tx.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  if (!seen) throw new Error('nothing was looked at');
  return seen.value;
}
