import type pg from 'pg';
import type { Client } from '../db/connection.ts';
import { withTableLocks } from '../db/table-locks.ts';
import { columnsOf } from './bundle.ts';
import { dayMs, type SeriesColumns } from './columns.ts';

/** SQL on the partitions of open days. `day` counts days since 1970, UTC. */

const prefix = 'history_points_';
const tableOf = (day: number) => prefix + new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '_');
const dayOfTable = (name: string) => Date.parse(`${name.slice(prefix.length).replaceAll('_', '-')}T00:00:00Z`) / dayMs;

/** Serializes changes to one day across all processes; the first lock key is an arbitrary constant. */
export const lockDay = (client: Client, day: number) =>
  client.query('select pg_advisory_xact_lock(7306022, $1)', [day]);

/**
 * Makes other packers of the day and removals of points wait: packing would otherwise restore removed points. The locks
 * of a killed process are released with its connection.
 */
export async function lockPacking(client: Client, day: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared(7306024, 0)');
  await client.query('select pg_advisory_lock(7306023, $1)', [day]);
}

export async function unlockPacking(client: Client, day: number): Promise<void> {
  await client.query('select pg_advisory_unlock(7306023, $1), pg_advisory_unlock_shared(7306024, 0)', [day]);
}

/** Blocks packing until the end of the transaction. */
export const lockRemoval = (client: Client) => client.query('select pg_advisory_xact_lock(7306024, 0)');

const withDayLocks = (pool: pg.Pool, day: number, work: (client: Client) => Promise<void>) =>
  withTableLocks(pool, { first: (client) => lockDay(client, day), work });

/** The parent table of a day's partition, if the partition exists. */
async function parentOf(client: Client | pg.Pool, day: number): Promise<string | undefined> {
  const { rows } = await client.query<{ parent: string }>(
    'select inhparent::regclass::text as parent from pg_inherits where inhrelid = to_regclass($1)',
    [tableOf(day)],
  );
  return rows[0]?.parent;
}

/** Creates the partition detached, moves earlier points of the day into it, and attaches it. */
export async function ensureDay(pool: pg.Pool, day: number): Promise<void> {
  if (await parentOf(pool, day)) return;
  const table = tableOf(day);
  const [from, to] = [day * dayMs, (day + 1) * dayMs];
  await withDayLocks(pool, day, async (client) => {
    if (await parentOf(client, day)) return;
    // Vacuum has no benefit for a table that only grows and is then dropped.
    await client.query(
      `create table ${table} (like history_points including indexes) with (autovacuum_vacuum_insert_threshold = -1)`,
    );
    await client.query('lock table history_late in access exclusive mode');
    await client.query(
      `with moved as (delete from history_late where at >= ${from} and at < ${to} returning *)
       insert into ${table} select * from moved`,
    );
    await client.query(`alter table history_points attach partition ${table} for values from (${from}) to (${to})`);
  });
}

/**
 * Adds a constraint that proves the bounds of a partition; otherwise PostgreSQL would scan the whole day during the
 * move while writers wait. It is added this late because it slows writes by a tenth; validating it blocks no writes.
 */
async function proveBounds(pool: pg.Pool, day: number): Promise<void> {
  const table = tableOf(day);
  const name = `${table}_at`;
  await withDayLocks(pool, day, async (client) => {
    const { rowCount } = await client.query(
      'select 1 from pg_constraint where conrelid = to_regclass($1) and conname = $2',
      [table, name],
    );
    if (rowCount !== 0) return;
    const bounds = `at >= ${day * dayMs} and at < ${(day + 1) * dayMs}`;
    await client.query(`alter table ${table} add constraint ${name} check (${bounds}) not valid`);
  });
  await pool.query(`alter table ${table} validate constraint ${name}`);
}

/** Closes the day's partition to writes: later points of the day are stored as late values. */
export async function closeDay(pool: pg.Pool, day: number): Promise<void> {
  const table = tableOf(day);
  if ((await parentOf(pool, day)) !== 'history_points') return;
  await proveBounds(pool, day);
  await withDayLocks(pool, day, async (client) => {
    if ((await parentOf(client, day)) !== 'history_points') return;
    await client.query(`alter table history_points detach partition ${table}`);
    await client.query(
      `alter table history_closed attach partition ${table} for values from (${day * dayMs}) to (${(day + 1) * dayMs})`,
    );
  });
}

/** The table of a closed day, if it still exists. */
export async function closedTable(pool: pg.Pool, day: number): Promise<string | undefined> {
  return (await parentOf(pool, day)) === 'history_closed' ? tableOf(day) : undefined;
}

const fetchedRows = 10_000;

/** Reads all points of a closed day, bundle by bundle; the connection is occupied meanwhile. */
export async function* readClosed(client: Client, table: string): AsyncGenerator<SeriesColumns[]> {
  await client.query('begin read only');
  try {
    await client.query(
      `declare closed_day no scroll cursor for select bundle, points from ${table} order by bundle, at`,
    );
    let held: { bundle: number; points: Buffer }[] = [];
    for (;;) {
      const { rows } = await client.query<{ bundle: number; points: Buffer }>(`fetch ${fetchedRows} from closed_day`);
      held.push(...rows);
      if (rows.length < fetchedRows) break;
      // The last bundle may continue in the next rows, so it is held back.
      const last = held.at(-1)?.bundle;
      yield columnsOf(held.filter(({ bundle }) => bundle !== last));
      held = held.filter(({ bundle }) => bundle === last);
    }
    yield columnsOf(held);
  } finally {
    await client.query('rollback');
  }
}

export async function dropClosedDay(pool: pg.Pool, day: number): Promise<void> {
  await withDayLocks(pool, day, async (client) => {
    if ((await parentOf(client, day)) === 'history_closed') await client.query(`drop table ${tableOf(day)}`);
  });
}

/** Days before `endDay` with a partition or late values, oldest first. */
export async function unpackedDays(pool: pg.Pool, endDay: number): Promise<number[]> {
  const tables = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('history_points'::regclass, 'history_closed'::regclass) and c.relname ^@ $1`,
    [prefix],
  );
  const late = await pool.query<{ day: number }>(
    'select distinct at / 86400000 as day from history_late where at < $1',
    [endDay * dayMs],
  );
  const days = new Set([...tables.rows.map((row) => dayOfTable(row.name)), ...late.rows.map((row) => row.day)]);
  return [...days].filter((day) => day < endDay).sort((a, b) => a - b);
}
