import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from './db.ts';

/**
 * Drizzle over a pool whose transactions survive a restart of the database. Drizzle's own never give a connection back
 * when `begin` fails, and a connection that breaks between two statements would end the process, as nobody listens.
 */
export function createDrizzle(pool: pg.Pool): Db {
  const db = drizzle({ client: pool });
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    const ignore = () => {};
    client.on('error', ignore);
    try {
      return await drizzle({ client }).transaction(work, config);
    } finally {
      client.off('error', ignore);
      client.release();
    }
  };
  return db;
}
