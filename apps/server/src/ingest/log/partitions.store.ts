import type pg from 'pg';

/** SQL on the days of the packet log: `packets_YYYY_MM_DD`, UTC. What fits no day stands in `packets_other`. */

const dayMs = 86_400_000;
const prefix = 'packets_';
const tableOf = (day: number) => prefix + new Date(day).toISOString().slice(0, 10).replaceAll('-', '_');
const dayOf = (table: string) => Date.parse(`${table.slice(prefix.length).replaceAll('_', '-')}T00:00:00Z`);
const startOf = (ms: number) => ms - (ms % dayMs);

/** Days that begin soon have their table before the first packet comes; a day that has begun without one stays so. */
export async function ensurePacketDays(pool: pg.Pool, nowMs: number): Promise<void> {
  for (const ahead of [0, 1, 2]) {
    const day = startOf(nowMs) + ahead * dayMs;
    const { rows } = await pool.query<{ isFree: boolean }>(
      `select to_regclass($1) is null and not exists (
         select from packets_other where received_at >= $2 and received_at < $3) as "isFree"`,
      [tableOf(day), day, day + dayMs],
    );
    if (!rows[0]?.isFree) continue;
    await pool.query(
      `create table if not exists ${tableOf(day)} partition of packets for values from (${day}) to (${day + dayMs})`,
    );
  }
}

/** Whole days at once, without a trace in the others. */
export async function dropPacketsBefore(pool: pg.Pool, beforeMs: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'packets'::regclass`,
  );
  for (const { name } of rows) {
    const day = dayOf(name);
    if (day + dayMs <= beforeMs) await pool.query(`drop table ${name}`);
  }
  await pool.query('delete from packets_other where received_at < $1', [beforeMs]);
}
