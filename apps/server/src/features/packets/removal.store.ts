import { sql } from 'drizzle-orm';
import { deletePackets } from '../../ingest/log/removal.store.ts';
import type { Db } from '../../platform/db/db.ts';
import { packetFaults } from './packet.table.ts';

/** Of devices, or of a connector, that are about to go with all that they have sent, as far as it has been applied. */
export async function removePackets(
  db: Db,
  of: { deviceIds: readonly number[] } | { connectorId: number },
  signal: AbortSignal,
): Promise<void> {
  const isMeant =
    'deviceIds' in of
      ? sql`device_id = any(${sql.param([...of.deviceIds])}::bigint[])`
      : sql`connector_id = ${of.connectorId}`;
  await deletePackets(db, isMeant, signal);
  await db.execute(sql`delete from ${packetFaults} where ${isMeant}`);
}
