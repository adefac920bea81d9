import { and, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import type { Db } from '../../platform/db/db.ts';
import { loginLocks } from './login-lock.table.ts';

/** Five consecutive failures within ten minutes lock the sign-in for ten minutes. */
const maxFailures = 5;
const windowMs = 10 * 60_000;

/** A household or company has a whole IPv6 /64, so its addresses count as one source. */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

const userKey = (id: number) => `user:${id}`;

/**
 * Failures of a user count under the user's id, for both e-mail address and user name. Unknown names count under the
 * name, so that the lock does not reveal which users exist.
 */
export const lockKeys = (who: { id: number } | { name: string }, address: string): [string, string] => [
  'id' in who ? userKey(who.id) : `name:${who.name.toLowerCase()}`,
  `address:${sourceOf(address)}`,
];

export async function lockedKeys(db: Db, keys: string[], now: Date): Promise<string[]> {
  const rows = await db
    .select({ key: loginLocks.key })
    .from(loginLocks)
    .where(and(inArray(loginLocks.key, keys), gte(loginLocks.failures, maxFailures), gt(loginLocks.until, now)));
  return rows.map(({ key }) => key);
}

export const isLocked = async (db: Db, keys: string[], now: Date): Promise<boolean> =>
  (await lockedKeys(db, keys, now)).length > 0;

export async function countFailure(db: Db, keys: string[], now: Date): Promise<void> {
  const until = new Date(now.getTime() + windowMs);
  await db
    .insert(loginLocks)
    .values([...keys].sort().map((key) => ({ key, failures: 1, until })))
    .onConflictDoUpdate({
      target: loginLocks.key,
      set: {
        failures: sql`case when ${loginLocks.until} <= ${now} then 1 else ${loginLocks.failures} + 1 end`,
        until,
      },
    });
}

/** Keeps the count of the source, otherwise attackers could reset it by signing in as themselves between guesses. */
export async function clearFailures(db: Db, userId: number): Promise<void> {
  await db.delete(loginLocks).where(eq(loginLocks.key, userKey(userId)));
}

export async function deleteOldLocks(db: Db, now: Date): Promise<void> {
  await db.delete(loginLocks).where(lte(loginLocks.until, now));
}

/** Lifts all locks, so that an administrator on the server can always sign in. */
export async function deleteAllLocks(db: Db): Promise<void> {
  await db.delete(loginLocks);
}
