import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Client, inTransaction } from './connection.ts';
import { isLockTimeout } from './sql-state.ts';

/** All other statements queue behind a waiting lock request, so it times out quickly and is retried. */
const lockTimeoutMs = 250;
const lockAttempts = 40;

async function untilGranted(attempt: () => Promise<void>): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (!isLockTimeout(error) || count === lockAttempts) throw error;
      await delay(lockTimeoutMs * Math.random());
    }
  }
}

interface TableWork {
  /** Takes application locks, which may wait because no other statement queues behind them. */
  first(client: Client): Promise<unknown>;
  /** Takes locks on tables; the whole transaction is retried if one of them is not available. */
  work(client: Client): Promise<void>;
}

/** Runs a transaction that changes heavily used tables. */
export const withTableLocks = (pool: pg.Pool, { first, work }: TableWork): Promise<void> =>
  untilGranted(() =>
    inTransaction(pool, async (client) => {
      await first(client);
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      await work(client);
    }),
  );

/** Takes table locks at the end of a long transaction: a savepoint keeps its work while the locks are retried. */
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
