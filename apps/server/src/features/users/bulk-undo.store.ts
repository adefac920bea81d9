import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import type { Fields } from '../bulk/index.ts';

/** The fields that an import sets, and the roles of the user as `scope:role`. */
export async function readImportedUsers(db: Db, ids: readonly number[]): Promise<Map<number, Fields>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      username: users.username,
      active: users.active,
      properties: sql<Fields>`${users.properties}`,
      roles: sql<string[]>`array(select held.scope_id || ':' || held.role_id from ${userRoles} held
        where held.user_id = users.id order by 1)`,
    })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, ...fields }) => [id, fields]));
}

/** Whether the user has set a password or signed in. */
export async function hasUsedAccount(db: Db, id: number): Promise<boolean> {
  const [found] = await db
    .select({ passwordHash: users.passwordHash, lastSignInAt: users.lastSignInAt })
    .from(users)
    .where(eq(users.id, id));
  return found !== undefined && (found.passwordHash !== null || found.lastSignInAt !== null);
}
