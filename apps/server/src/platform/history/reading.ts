import pg from 'pg';
import { type Client, clientOf, inTransaction } from '../db/connection.ts';
import type { Db } from '../db/db.ts';

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
    inTransaction(pool, async (reader) => resolve(await work(reader)), begin).catch(reject);
    return promise;
  }
  await client.query(lockTables);
  return work(client);
}
