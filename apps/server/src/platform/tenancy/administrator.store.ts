import { systemKey } from '@stellwerk/contract/core/permission-relation';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { fail } from '../errors/app-error.ts';
import { roles } from './role.table.ts';
import { scopes } from './scope.table.ts';
import { userRoles, users } from './user.table.ts';

/** Whether an active user in person has all permissions everywhere. */
async function hasAdministrator(db: Db): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from ${roles}
    join ${userRoles} on ${userRoles.roleId} = ${roles.id}
    join ${scopes} on ${scopes.id} = ${userRoles.scopeId}
    join ${users} on ${users.id} = ${userRoles.userId}
    where ${roles.permissions} @> ${sql.param([systemKey])}::text[] and nlevel(${scopes.path}) = 1
      and ${users.active} and ${users.kind} = 'person'
    limit 1`);
  return found.rows.length > 0;
}

/**
 * Makes a change that may remove a system administrator (their roles, the user, the role itself) and fails if none would
 * be left. Needs a transaction: the failure rolls the change back, and the lock serialises such changes, because two of
 * them could each rely on the administrator that the other one removes.
 */
export async function keepsSystemAdministrator<T>(db: Db, change: () => Promise<T>): Promise<T> {
  await db.execute(sql`select pg_advisory_xact_lock(7306023)`);
  const had = await hasAdministrator(db);
  const result = await change();
  if (had && !(await hasAdministrator(db))) fail('USER_LAST_SYSTEM_ADMINISTRATOR');
  return result;
}
