import pg from 'pg';
import { type Client, clientOf, inTransaction } from '../db/connection.ts';
import type { Db } from '../db/db.ts';

const lockTables = 'lock table only history_points, only history_closed in access share mode';

/**
 * Uses one snapshot for all queries of a read. The locks are taken before it: packing drops a table only after its
 * points are in packed rows, but an older snapshot would see neither. In a caller's transaction each query has its own
 * snapshot, so readers query open points before packed ones: a point that is being moved is then seen at least once.
 */
export async function reading<T>(pool: pg.Pool, db: Db | undefined, work: (client: Client) => Promise<T>): Promise<T> {
  const client = db && clientOf(db);
  if (!client || client instanceof pg.Pool) {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const begin = `begin isolation level repeatable read read only; ${lockTables}`;
    // The result is returned before the commit, because this transaction has changed nothing.
    inTransaction(pool, async (reader) => resolve(await work(reader)), begin).catch(reject);
    return promise;
  }
  await client.query(lockTables);
  return work(client);
}
