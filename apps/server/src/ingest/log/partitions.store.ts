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

const dayTables = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'packets'::regclass`,
  );
  return rows.map(({ name }) => name);
};

/** Whole days at once, without a trace in the others. */
export async function dropPacketsBefore(pool: pg.Pool, beforeMs: number): Promise<void> {
  for (const name of await dayTables(pool)) {
    if (dayOf(name) + dayMs <= beforeMs) await pool.query(`drop table ${name}`);
  }
  await pool.query('delete from packets_other where received_at < $1', [beforeMs]);
}

const batchSize = 5_000;

/**
 * Of accounts that keep their packets for a shorter time than others. The connectors of a day are found by leaping from
 * one to the next in the index, so that days in which nothing is left cost next to nothing. What has not been applied yet
 * stays.
 */
export async function deletePacketsOf(
  pool: pg.Pool,
  { accountIds, beforeMs, signal }: { accountIds: readonly number[]; beforeMs: number; signal: AbortSignal },
): Promise<void> {
  const tables = await dayTables(pool);
  for (const table of tables.filter((name) => !(dayOf(name) >= beforeMs))) {
    const { rows } = await pool.query<{ id: number }>(
      `with recursive found as (
         (select connector_id, account_id from ${table} order by connector_id limit 1)
         union all
         select next.* from found, lateral (select connector_id, account_id from ${table} later
           where later.connector_id > found.connector_id order by connector_id limit 1) next)
       select connector_id as id from found where account_id = any($1)`,
      [accountIds],
    );
    for (const { id } of rows) {
      for (let removed = batchSize; removed === batchSize; ) {
        signal.throwIfAborted();
        const { rowCount } = await pool.query(
          `delete from ${table} where ctid = any(array(
             select old.ctid from ${table} old where connector_id = $1 and received_at < $2
               and seq <= (select cursor from ingest_cursors applied where applied.shard = old.shard)
             limit $3))`,
          [id, beforeMs, batchSize],
        );
        removed = rowCount ?? 0;
      }
    }
  }
}
