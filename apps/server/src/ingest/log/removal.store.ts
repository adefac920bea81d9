import { type SQL, sql } from 'drizzle-orm';
import { onConnectionOf } from '../../platform/db/connection.ts';
import type { Db } from '../../platform/db/db.ts';
import { holdOffPacking } from './packed-days.store.ts';
import { openTables } from './partitions.store.ts';

/** SQL that takes packets out of the log: open ones table by table, since rows are found by their place, then packed ones. */

interface Source {
  table: SQL;
  name: string;
  /** Nothing in it is older; not a number where nobody knows. */
  firstAt: number;
  /** When a row is over. A packed one goes as a whole: it stays until its last packet may go. */
  lastAt: SQL;
  /** What has not been applied yet stays: packets are counted without a gap. */
  isApplied: SQL;
}

const packed: Source = {
  table: sql.raw('packet_days'),
  name: 'packet_days',
  firstAt: Number.NaN,
  lastAt: sql`last_at`,
  isApplied: sql`true`,
};

/** Packed ones are the last: what is packed meanwhile is found there. */
async function sourcesOf(db: Db): Promise<Source[]> {
  const open = (await onConnectionOf(db, openTables)).map(({ name, day }) => ({
    table: sql.raw(name),
    name,
    firstAt: day,
    lastAt: sql`received_at`,
    isApplied: sql`seq <= (select cursor from ingest_cursors applied where applied.shard = old.shard)`,
  }));
  return [...open, packed];
}

/** Undefined when the day has been packed or dropped since somebody asked for its table. */
const whileThere = <T>(db: Db, { name }: Source, work: (tx: Db) => Promise<T>): Promise<T | undefined> =>
  db.transaction(async (tx) => {
    await onConnectionOf(tx, holdOffPacking);
    const { rows } = await tx.execute<{ isThere: boolean }>(sql`select to_regclass(${name}) is not null as "isThere"`);
    return rows[0]?.isThere ? work(tx) : undefined;
  });

const batchSize = 5_000;

async function deleteFrom(db: Db, source: Source, isMeant: SQL, signal: AbortSignal): Promise<void> {
  const { table, isApplied } = source;
  for (let removed = batchSize; removed === batchSize; ) {
    signal.throwIfAborted();
    const result = await whileThere(db, source, (tx) =>
      tx.execute(sql`
        delete from ${table} where ctid = any(array(
          select old.ctid from ${table} old where ${isMeant} and ${isApplied} limit ${batchSize}))`),
    );
    removed = result?.rowCount ?? 0;
  }
}

/** All that have been applied, by columns that open and packed packets have in common. */
export async function deletePackets(db: Db, isMeant: SQL, signal: AbortSignal): Promise<void> {
  for (const source of await sourcesOf(db)) await deleteFrom(db, source, isMeant, signal);
}

/** Found by leaping from one to the next in the index, so that days in which nothing is left cost next to nothing. */
async function connectorsIn(db: Db, source: Source, accountIds?: readonly number[]): Promise<number[]> {
  const { table } = source;
  const isMeant = accountIds ? sql`account_id = any(${sql.param([...accountIds])}::bigint[])` : sql`true`;
  const found = await whileThere(db, source, (tx) =>
    tx.execute<{ id: number }>(sql`
      with recursive found as (
        (select connector_id, account_id from ${table} order by connector_id limit 1)
        union all
        select next.* from found, lateral (select connector_id, account_id from ${table} later
          where later.connector_id > found.connector_id order by connector_id limit 1) next)
      select connector_id as id from found where ${isMeant}`),
  );
  return found?.rows.map(({ id }) => id) ?? [];
}

interface Expired {
  beforeMs: number;
  signal: AbortSignal;
}

async function deleteExpired(db: Db, source: Source, connectorId: number, { beforeMs, signal }: Expired) {
  const isMeant = sql`connector_id = ${connectorId} and ${source.lastAt} < ${beforeMs}`;
  await deleteFrom(db, source, isMeant, signal);
}

/** Of accounts that keep their packets for a shorter time than others. */
export async function deletePacketsOf(
  db: Db,
  { accountIds, ...expired }: Expired & { accountIds: readonly number[] },
): Promise<void> {
  for (const source of await sourcesOf(db)) {
    if (source.firstAt >= expired.beforeMs) continue;
    for (const id of await connectorsIn(db, source, accountIds)) await deleteExpired(db, source, id, expired);
  }
}

/** Packed ones of all accounts; open days go as wholes. */
export async function deletePackedBefore(db: Db, expired: Expired): Promise<void> {
  for (const id of await connectorsIn(db, packed)) await deleteExpired(db, packed, id, expired);
}
