import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { type NewPacket, shardOf } from './packet.ts';

/**
 * Adds packets to the log within the caller's transaction: they are processed exactly once if it is committed, and not
 * at all otherwise. The owners of their shards number them afterwards.
 */
export async function handOffPackets(db: Db, packets: readonly NewPacket[]): Promise<void> {
  if (packets.length === 0) return;
  const rows = packets.map(({ accountId, connectorId, deviceId, identifier, receivedAt, content }) => {
    const shard = shardOf(connectorId, identifier);
    return sql`(${shard}, ${accountId}, ${connectorId}, ${deviceId}, ${identifier}, ${receivedAt}, ${content})`;
  });
  await db.execute(sql`
    insert into packet_handoff (shard, account_id, connector_id, device_id, identifier, received_at, content)
    values ${sql.join(rows, sql`, `)}`);
  await db.execute(sql`select pg_notify('packet_handoff', '')`);
}
