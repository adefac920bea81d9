import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from './db.ts';

/**
 * Drizzle over a pool whose transactions survive a restart of the database. Drizzle's own never give a connection back
 * when `begin` fails, and a connection that breaks between two statements would end the process, as nobody listens.
 */
export function createDrizzle(pool: pg.Pool): Db {
  // The statement that is under way, or the next one, fails with the same error.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = drizzle({ client: pool });
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzle({ client }).transaction(work, config);
    } catch (error) {
      // When even these fail the connection is gone, although the pool may not know it yet.
      isBroken = error instanceof DrizzleQueryError && /^(begin|commit|rollback)/.test(error.query);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  return db;
}
