import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';

/** Reads in a transaction in which the database aborts statements that exceed the limit. */
export const withTimeLimit = <T>(db: Db, timeLimitMs: number, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(timeLimitMs)}, true)`);
      return work(tx);
    },
    { accessMode: 'read only' },
  );
