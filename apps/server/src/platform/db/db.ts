import { sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { patchQueryMemory } from './pg-query-memory-patch.ts';
import { createDrizzle } from './safe-drizzle.ts';

/** A connection or a transaction: stores take either, services open transactions. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** The same for those who begin before the caller has no question to it under way: they wait for it when they need it. */
export type LazyDb = Db | Promise<Db>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  maxConnections?: number;
  onError?: (error: Error) => void;
}

// bigint ids fit into a JavaScript number (identity columns stay far below 2^53), and answers never hold bigint.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** PostgreSQL's own numbers for the types int8[] and float8[], for which the driver has no names. */
const [int8List, float8List] = [1016, 1022];
pg.types.setTypeParser(int8List, pg.types.getTypeParser(float8List));

export function connect({ url, maxConnections = 10, onError = () => {} }: DatabaseOptions): Database {
  const pool = new pg.Pool({ connectionString: url, max: maxConnections, application_name: 'stellwerk' });
  // An idle connection that breaks (server restart) must not end the process; the next query reconnects.
  pool.on('error', onError);
  // The pool stops listening when it ends, before its connections are closed; one that is cut off then ends nothing either.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    patchQueryMemory(client);
  });
  return { db: createDrizzle(pool), pool, url, close: () => pool.end() };
}

/** Fails when the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}
