import type pg from 'pg';
import type { Client } from '../../platform/db/connection.ts';
import { withTableLocks } from '../../platform/db/table-locks.ts';
import { lockPacking } from './packed-days.store.ts';

/** SQL on the days of the packet log: `packets_YYYY_MM_DD`, UTC. Other packets are in `packets_other`. */

const dayMs = 86_400_000;
const prefix = 'packets_';
const tableOf = (day: number) => prefix + new Date(day).toISOString().slice(0, 10).replaceAll('-', '_');
const dayOf = (table: string) => Date.parse(`${table.slice(prefix.length).replaceAll('_', '-')}T00:00:00Z`);
const startOf = (ms: number) => ms - (ms % dayMs);

/** Creates the tables of coming days. A day with packets in another table gets none. */
export async function ensurePacketDays(pool: pg.Pool, nowMs: number): Promise<void> {
  for (const ahead of [0, 1, 2]) {
    const day = startOf(nowMs) + ahead * dayMs;
    const { rows } = await pool.query<{ isFree: boolean }>(
      `select to_regclass($1) is null and not exists (
         select from packets_other where received_at >= $2 and received_at < $3) as "isFree"`,
      [tableOf(day), day, day + dayMs],
    );
    if (!rows[0]?.isFree) continue;
    // Partitions don't inherit the statistics setting: nobody searches by content, so it is not analysed. The lock
    // admits one process at a time: `if not exists` fails if two create the same table at once.
    await pool.query(
      `select pg_advisory_xact_lock(hashtextextended('days of packets', 0));
       create table if not exists ${tableOf(day)} partition of packets for values from (${day}) to (${day + dayMs});
       alter table ${tableOf(day)} alter column content set statistics 0`,
    );
  }
}

/** All tables of unpacked packets, with the start of their day; NaN for `packets_other`. */
export async function openTables(client: Client | pg.Pool): Promise<{ name: string; day: number }[]> {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'packets'::regclass`,
  );
  return rows.map(({ name }) => ({ name, day: dayOf(name) }));
}

/** Starts of the days that ended before this time, oldest first. */
export const openDaysBefore = async (pool: pg.Pool, beforeMs: number): Promise<number[]> =>
  (await openTables(pool))
    .map(({ day }) => day)
    .filter((day) => day + dayMs <= beforeMs)
    .sort((a, b) => a - b);

/** The table of a day, if it is a partition of the log. */
export async function findDay(client: Client, day: number): Promise<string | undefined> {
  const { rowCount } = await client.query(
    `select from pg_inherits where inhrelid = to_regclass($1) and inhparent = 'packets'::regclass`,
    [tableOf(day)],
  );
  return rowCount === 0 ? undefined : tableOf(day);
}

/** Cancels a running vacuum and prevents new ones, which would block the drop of the table. */
export const keepVacuumAway = (client: Client, table: string) =>
  client.query(`lock table ${table} in share update exclusive mode`);

/** The tables in the order in which all code locks them. Dropping a day also changes the bounds of `packets_other`. */
export const lockedForDrop = (table: string) => `only packets, packets_other, ${table}`;

export const dropLockedDay = (client: Client, table: string) => client.query(`drop table ${table}`);

/** Drops whole days, which leaves no dead rows behind. */
export async function dropDaysBefore(pool: pg.Pool, beforeMs: number): Promise<void> {
  for (const day of await openDaysBefore(pool, beforeMs)) {
    await withTableLocks(pool, {
      first: lockPacking,
      async work(client) {
        const table = await findDay(client, day);
        if (!table) return;
        await client.query(`lock table ${lockedForDrop(table)} in access exclusive mode`);
        await dropLockedDay(client, table);
      },
    });
  }
  await pool.query('delete from packets_other where received_at < $1', [beforeMs]);
}
