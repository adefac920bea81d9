import { type SQL, sql } from 'drizzle-orm';
import { onConnectionOf } from '../../platform/db/connection.ts';
import type { Db } from '../../platform/db/db.ts';
import { holdOffPacking } from './packed-days.store.ts';
import { packetFaults } from './packet.table.ts';
import { openTables } from './partitions.store.ts';

/** SQL that removes packets: first from the tables of unpacked ones (rows are found by ctid), then packed ones. */

interface Source {
  table: SQL;
  name: string;
  /** Lower bound for the times in the table; NaN if unknown. */
  firstAt: number;
  /** The time after which a row may go. A packed row is deleted as a whole, so its last packet decides. */
  lastAt: SQL;
  /** Packets that are not yet applied must stay: sequence numbers have no gaps. */
  isApplied: SQL;
}

const packed: Source = {
  table: sql.raw('packet_days'),
  name: 'packet_days',
  firstAt: Number.NaN,
  lastAt: sql`last_at`,
  isApplied: sql`true`,
};

/** Packed packets come last, so that packets packed in the meantime are found there. */
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

/** Undefined if the day has been packed or dropped since its table was listed. */
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

/** Deletes the applied packets of devices or of a connector, with their faults, before these are deleted. */
export async function removePackets(
  db: Db,
  of: { deviceIds: readonly number[] } | { connectorId: number },
  signal: AbortSignal,
): Promise<void> {
  // The condition may only use columns common to unpacked and packed packets.
  const isMeant =
    'deviceIds' in of
      ? sql`device_id = any(${sql.param([...of.deviceIds])}::bigint[])`
      : sql`connector_id = ${of.connectorId}`;
  for (const source of await sourcesOf(db)) await deleteFrom(db, source, isMeant, signal);
  await db.execute(sql`delete from ${packetFaults} where ${isMeant}`);
}

/** Found by a skip scan over the index, so that days with nothing left cost almost nothing. */
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

/** Deletes expired packets of accounts with a shorter retention than others. */
export async function deletePacketsOf(
  db: Db,
  { accountIds, ...expired }: Expired & { accountIds: readonly number[] },
): Promise<void> {
  for (const source of await sourcesOf(db)) {
    if (source.firstAt >= expired.beforeMs) continue;
    for (const id of await connectorsIn(db, source, accountIds)) await deleteExpired(db, source, id, expired);
  }
}

/** Deletes expired packed packets of all accounts; unpacked days are dropped as whole tables. */
export async function deletePackedBefore(db: Db, expired: Expired): Promise<void> {
  for (const id of await connectorsIn(db, packed)) await deleteExpired(db, packed, id, expired);
}
