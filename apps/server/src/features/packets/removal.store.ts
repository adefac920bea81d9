import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { packetFaults } from './packet.table.ts';

const batchSize = 5_000;

/**
 * Of devices, or of a connector, that are about to go with all that they have sent. Day by day, since rows are found by
 * their place in a table. What has not been applied yet stays: packets are counted without a gap.
 */
export async function removePackets(
  db: Db,
  of: { deviceIds: readonly number[] } | { connectorId: number },
  signal: AbortSignal,
): Promise<void> {
  const isMeant =
    'deviceIds' in of
      ? sql`device_id = any(${sql.param([...of.deviceIds])}::bigint[])`
      : sql`connector_id = ${of.connectorId}`;
  const days = await db.execute<{ name: string }>(
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'packets'::regclass`,
  );
  for (const { name } of days.rows) {
    const day = sql.raw(name);
    for (let removed = batchSize; removed === batchSize; ) {
      signal.throwIfAborted();
      const { rowCount } = await db.execute(sql`
        delete from ${day} where ctid = any(array(
          select old.ctid from ${day} old where ${isMeant}
            and seq <= (select cursor from ingest_cursors applied where applied.shard = old.shard)
          limit ${batchSize}))`);
      removed = rowCount ?? 0;
    }
  }
  await db.execute(sql`delete from ${packetFaults} where ${isMeant}`);
}
