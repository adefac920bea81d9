import pg from 'pg';
import type { Db } from './db.ts';

export type Client = pg.ClientBase;

/** A connection for the length of `work`; one that failed is closed rather than used again. */
export async function withConnection<T>(pool: pg.Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection may die between two queries; the next query reports it.
  const ignore = () => {};
  client.on('error', ignore);
  let failure: unknown;
  try {
    return await work(client);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    client.removeListener('error', ignore);
    client.release(failure !== undefined);
  }
}

/** `begin` may hold statements that belong to the beginning, without parameters: they cost no journey of their own. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: Client) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const outcome = await withConnection(pool, async (client) => {
    await client.query(begin);
    try {
      const result = await work(client);
      await client.query('commit');
      return { result };
    } catch (error) {
      // Fails itself when the connection is gone, and is then the reason to close it.
      await client.query('rollback');
      return { error };
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** Drizzle keeps what it runs on in its session and has no public name for it inside a transaction. */
export const clientOf = (db: Db) => (db as unknown as { session: { client: pg.Pool | Client } }).session.client;

/** The caller's connection when `db` is a transaction, else one of its own. COPY needs the driver's own client. */
export function onConnectionOf<T>(db: Db, work: (client: Client) => Promise<T>): Promise<T> {
  const client = clientOf(db);
  return client instanceof pg.Pool ? withConnection(client, work) : work(client);
}
