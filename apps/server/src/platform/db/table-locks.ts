import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Client, inTransaction } from './connection.ts';

/** Everybody else queues behind a lock that waits, so it waits shortly and comes back. */
const lockTimeoutMs = 250;
const lockAttempts = 40;

async function untilGranted(attempt: () => Promise<void>): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      const lockNotAvailable = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!lockNotAvailable || count === lockAttempts) throw error;
      await delay(lockTimeoutMs * Math.random());
    }
  }
}

interface TableWork {
  /** Locks of our own that may be waited for: nobody queues behind them. */
  first(client: Client): Promise<unknown>;
  /** Takes locks on tables; it is done again from the beginning when one of them is not to be had. */
  work(client: Client): Promise<void>;
}

/** A transaction that changes tables which everybody uses. */
export const withTableLocks = (pool: pg.Pool, { first, work }: TableWork): Promise<void> =>
  untilGranted(() =>
    inTransaction(pool, async (client) => {
      await first(client);
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      await work(client);
    }),
  );

/** The same at the end of a long transaction: what it has done so far is kept while the locks are tried for. */
export const takeTableLocks = (client: Client, tables: string): Promise<void> =>
  untilGranted(async () => {
    await client.query(`savepoint table_locks; set local lock_timeout = ${lockTimeoutMs}`);
    try {
      await client.query(`lock table ${tables} in access exclusive mode`);
    } catch (error) {
      await client.query('rollback to savepoint table_locks; release savepoint table_locks');
      throw error;
    }
  });
