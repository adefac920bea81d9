import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { hasAdministrator, lockAdministrators } from './administrator.store.ts';

/**
 * Makes a change that may take a system administrator away (their roles, the user, the role itself) and fails when none
 * would be left. Needs a transaction, which undoes the change then.
 */
export async function keepsSystemAdministrator<T>(db: Db, change: () => Promise<T>): Promise<T> {
  await lockAdministrators(db);
  const had = await hasAdministrator(db);
  const result = await change();
  if (had && !(await hasAdministrator(db))) fail('USER_LAST_SYSTEM_ADMINISTRATOR');
  return result;
}
