import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';

/** Serialises changes of a user's roles, and locks the assigned roles so that they aren't deleted meanwhile. */
export async function lockAssignment(
  db: Db,
  userId: number,
  roleIds: number[],
): Promise<{ active: boolean } | undefined> {
  const [user] = await db.select({ active: users.active }).from(users).where(eq(users.id, userId)).for('update');
  await db
    .select({ id: roles.id })
    .from(roles)
    .where(inArray(roles.id, roleIds))
    .orderBy(asc(roles.id))
    .for('key share');
  return user;
}

export async function heldRoles(db: Db, userId: number, scopeIds: number[]) {
  return db
    .select({ scopeId: userRoles.scopeId, roleId: userRoles.roleId })
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), inArray(userRoles.scopeId, scopeIds)));
}

interface Assignment {
  scopeId: number;
  roleIds: readonly number[];
}

/** Replaces the user's roles in the given scopes only. */
export async function replaceRoles(db: Db, userId: number, assignments: readonly Assignment[]): Promise<void> {
  const wanted = assignments.flatMap(({ scopeId, roleIds }) => roleIds.map((roleId) => ({ userId, scopeId, roleId })));
  const scopeIds = assignments.map(({ scopeId }) => scopeId);
  if (wanted.length > 0) await db.insert(userRoles).values(wanted).onConflictDoNothing();
  const kept = sql`(${userRoles.scopeId}, ${userRoles.roleId}) in (
    select * from unnest(${sql.param(wanted.map(({ scopeId }) => scopeId))}::bigint[], ${sql.param(wanted.map(({ roleId }) => roleId))}::bigint[])
  )`;
  await db
    .delete(userRoles)
    .where(and(eq(userRoles.userId, userId), inArray(userRoles.scopeId, scopeIds), sql`not ${kept}`));
}
