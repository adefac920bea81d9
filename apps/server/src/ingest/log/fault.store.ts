import { sql } from 'drizzle-orm';
import { int4Array, int8Array } from '../../platform/db/binary-array.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Batch, Fault } from '../ports.ts';
import { packetFaults } from './packet.table.ts';

/** Sets the device of packets in the log. */
export async function adoptPackets(db: Db, adopted: Batch['adopted']): Promise<void> {
  if (adopted.length === 0) return;
  await db.execute(sql`
    update packets set device_id = own.device_id
    from unnest(${int4Array(adopted.map(({ packet }) => packet.shard))}::int4[],
      ${int8Array(adopted.map(({ packet }) => packet.seq))}::int8[],
      ${int8Array(adopted.map(({ deviceId }) => deviceId))}::int8[]) as own (shard, seq, device_id)
    where packets.shard = own.shard and packets.seq = own.seq`);
}

export async function insertFaults(db: Db, faults: readonly Fault[]): Promise<void> {
  if (faults.length === 0) return;
  const rows = faults.map(({ packet, deviceId, outcome, reason, refused }) => ({
    shard: packet.shard,
    seq: packet.seq,
    received_at: packet.receivedAt,
    connector_id: packet.connectorId,
    device_id: deviceId,
    outcome,
    code: reason.code,
    params: refused ? { ...reason.params, refused } : reason.params,
  }));
  // Scripts choose the texts of their reasons, which may contain characters that PostgreSQL can't store.
  const text = JSON.stringify(rows).replaceAll('\\u0000', '').toWellFormed();
  await db.execute(sql`
    insert into ${packetFaults} (shard, seq, received_at, connector_id, device_id, outcome, code, params)
    select shard, seq, received_at, connector_id, device_id, outcome, code, params from jsonb_to_recordset(${text}::jsonb)
      as fault (shard int, seq bigint, received_at bigint, connector_id bigint, device_id bigint, outcome text,
        code text, params jsonb)
    on conflict do nothing`);
}

export async function dropFaultsBefore(db: Db, beforeMs: number): Promise<void> {
  await db.execute(sql`delete from ${packetFaults} where received_at < ${beforeMs}`);
}
