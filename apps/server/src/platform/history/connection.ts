import pg from 'pg';
import type { Db } from '../db/db.ts';

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

async function transaction<T>(pool: pg.Pool, begin: string, work: (client: Client) => Promise<T>): Promise<T> {
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

/** `begin` may hold statements that belong to the beginning, without parameters: they cost no journey of their own. */
export const inTransaction = <T>(pool: pg.Pool, work: (client: Client) => Promise<T>, begin = 'begin') =>
  transaction(pool, begin, work);

/** Drizzle keeps what it runs on in its session and has no public name for it inside a transaction. */
const clientOf = (db: Db) => (db as unknown as { session: { client: pg.Pool | Client } }).session.client;

/** The caller's connection when `db` is a transaction, else one of its own. COPY needs the driver's own client. */
export function onConnectionOf<T>(db: Db, work: (client: Client) => Promise<T>): Promise<T> {
  const client = clientOf(db);
  return client instanceof pg.Pool ? withConnection(client, work) : work(client);
}

const lockTables = 'lock table only history_points, only history_closed in access share mode';

/**
 * One snapshot for all queries of a read. The locks come before it: packing drops a table only after its points stand
 * in packed rows, but a snapshot taken earlier would see neither. In the transaction of a caller each query has its
 * own snapshot: readers ask for open points before packed ones, so that a point on its way is seen at least once.
 */
export async function reading<T>(pool: pg.Pool, db: Db | undefined, work: (client: Client) => Promise<T>): Promise<T> {
  const client = db && clientOf(db);
  if (!client || client instanceof pg.Pool) {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const begin = `begin isolation level repeatable read read only; ${lockTables}`;
    // Nobody needs to wait for the end of a transaction that has changed nothing.
    transaction(pool, begin, async (reader) => resolve(await work(reader))).catch(reject);
    return promise;
  }
  await client.query(lockTables);
  return work(client);
}
