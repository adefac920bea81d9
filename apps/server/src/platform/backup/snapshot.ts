import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../instance/start-error.ts';
import { type CatalogTable, quote, readTables, sessionSettings } from './catalog.ts';
import { keyOf } from './manifest.ts';
import { inLockOrder } from './table-order.ts';

const mostAttempts = 100;
const pauseMs = 200;

/** Undefined table, lock not available, deadlock. */
const passingErrors = ['42P01', '55P03', '40P01'];

/**
 * Opens a read-only transaction with one snapshot, and returns its tables. They are locked against drop and truncate
 * before the snapshot is taken, because a later lock would protect another state than the snapshot shows.
 */
export async function openSnapshot(client: pg.Client, signal?: AbortSignal): Promise<CatalogTable[]> {
  await client.query(sessionSettings);
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const expected = await readTables(client);
    await client.query('begin isolation level repeatable read read only');
    if (await lock(client, expected)) {
      const seen = await readTables(client);
      const locked = new Set(expected.map(keyOf));
      if (seen.every((table) => locked.has(keyOf(table)))) return seen;
    }
    await client.query('rollback');
    await delay(pauseMs, undefined, { signal });
  }
  throw new StartError('The tables of the database are being changed all the time: try again later');
}

/**
 * False if a table is locked or was dropped. Times out before PostgreSQL's deadlock detection (one second), so that the
 * running server's transaction is never cancelled.
 */
async function lock(client: pg.Client, tables: readonly CatalogTable[]): Promise<boolean> {
  if (tables.length === 0) return true;
  // A table before its partitions, the usual order of locks.
  const names = inLockOrder(tables).map((table) => `only ${quote(table)}`);
  try {
    await client.query(`set local lock_timeout = '400ms'`);
    await client.query(`lock table ${names.join(', ')} in access share mode`);
    await client.query('set local lock_timeout = 0');
    return true;
  } catch (error) {
    if (passingErrors.includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
