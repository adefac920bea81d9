import pg from 'pg';
import type { Db } from './db.ts';

export type Client = pg.ClientBase;

/** Holds a connection for the duration of `work`; a connection whose work failed is closed instead of reused. */
export async function withConnection<T>(pool: pg.Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection may break between two queries; the next query reports the error.
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

/** `begin` may include further statements without parameters, which saves their round trips. */
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
      // If the connection is lost, the rollback throws too, and the connection is closed.
      await client.query('rollback');
      return { error };
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** Drizzle keeps its pool or client in the session and has no public accessor for it inside a transaction. */
export const clientOf = (db: Db) => (db as unknown as { session: { client: pg.Pool | Client } }).session.client;

/** Runs on the caller's connection if `db` is a transaction, else on a separate one. COPY needs the driver's client. */
export function onConnectionOf<T>(db: Db, work: (client: Client) => Promise<T>): Promise<T> {
  const client = clientOf(db);
  return client instanceof pg.Pool ? withConnection(client, work) : work(client);
}
