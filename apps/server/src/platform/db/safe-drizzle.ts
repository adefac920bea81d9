import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from './db.ts';

/** The version of drizzle-orm that the patch was written for; its tests fail when another one is pinned. */
export const patchedVersion = '0.45.4';

/**
 * Patches `transaction` of drizzle-orm 0.45.4 over a pool, so that transactions survive a restart of the database.
 *
 * Why: Drizzle sends `begin` outside of the `try` that releases the connection (node-postgres/session.js), so a failed
 * `begin` leaks a connection of the pool. It also does not listen for connection errors, so a connection that breaks
 * between two statements would end the process.
 *
 * Remove it when Drizzle does both itself: the tests "Drizzle alone" of this file fail then.
 */
export function createDrizzle(pool: pg.Pool): Db {
  // The error can be ignored here: the current or the next statement fails with it too.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = drizzle({ client: pool });
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzle({ client }).transaction(work, config);
    } catch (error) {
      // If begin, commit or rollback fails, the connection is lost, although the pool may not have noticed yet.
      isBroken = error instanceof DrizzleQueryError && /^(begin|commit|rollback)/.test(error.query);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  return db;
}
