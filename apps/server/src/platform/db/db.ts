import { sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { FairPool } from './fair-pool.ts';
import { patchQueryMemory } from './pg-query-memory-patch.ts';
import { createDrizzle } from './safe-drizzle.ts';

/** A connection or a transaction: stores accept either, services open transactions. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** A `Db` that may still be busy with another query: receivers start early and await it before their first query. */
export type LazyDb = Db | Promise<Db>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  maxConnections?: number;
  /** Connections that calls of one account may hold at the same time. */
  mostPerAccount?: number;
  onError?: (error: Error) => void;
}

// bigint ids fit into a JavaScript number (identity columns stay far below 2^53), and responses never hold bigint.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** PostgreSQL's type OIDs of int8[] and float8[], for which the driver has no names. */
const [int8List, float8List] = [1016, 1022];
pg.types.setTypeParser(int8List, pg.types.getTypeParser(float8List));

export function connect(options: DatabaseOptions): Database {
  const { url, maxConnections = 20, mostPerAccount = 8, onError = () => {} } = options;
  const application_name = 'stellwerk';
  const pool = new FairPool({ connectionString: url, max: maxConnections, mostPerAccount, application_name });
  // An idle connection that breaks (database restart) must not end the process; the next query reconnects.
  pool.on('error', onError);
  // An ending pool removes its error handlers before its connections close; connections that break then are ignored.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    patchQueryMemory(client);
  });
  return { db: createDrizzle(pool), pool, url, close: () => pool.end() };
}

/** Throws if the database does not respond. */
export async function ping(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}
