import { maxClockSkewMs } from '@stellwerk/contract/state';
import { sql } from 'drizzle-orm';
import type { Batch, Fault, Sighting } from '../../ingest/ports.ts';
import { int4Array, int8Array, timeArray } from '../../platform/db/binary-array.ts';
import type { Db } from '../../platform/db/db.ts';
import { connectors } from '../connectors/index.ts';
import { deviceStatus, devices } from '../devices/index.ts';
import { packetCounts, packetFaults } from '../packets/index.ts';

const numbers = (list: readonly number[]) => `{${list.join(',')}}`;

/**
 * Writes in the order of ids, like all code that writes several devices. The latest time is kept, unless it is so far
 * ahead that it was recorded with a fast clock: the device would not be reported missing until then.
 */
export async function noteSightings(db: Db, sightings: readonly Sighting[]): Promise<void> {
  if (sightings.length === 0) return;
  const sorted = sightings.toSorted((a, b) => a.twinId - b.twinId);
  await db.execute(sql`
    update ${deviceStatus} set last_seen_at = case
        when last_seen_at > seen.at + make_interval(secs => ${maxClockSkewMs / 1_000}) then seen.at
        else greatest(last_seen_at, seen.at) end, packets = device_status.packets + seen.packets
    from (select unnest(${int8Array(sorted.map(({ twinId }) => twinId))}::int8[]) as twin_id,
      unnest(${timeArray(sorted.map(({ receivedAt }) => receivedAt.getTime()))}::timestamptz[]) as at,
      unnest(${int4Array(sorted.map(({ packets }) => packets))}::int4[]) as packets) as seen
    where device_status.twin_id = seen.twin_id`);
}

/** A device in transit, or ready for operation, becomes operational with its first packet. */
export async function startOperation(db: Db, twinIds: readonly number[]): Promise<void> {
  if (twinIds.length === 0) return;
  await db.execute(sql`update ${devices} set operational_status = 3
    where twin_id = any(${sql.param([...twinIds])}::bigint[]) and operational_status in (1, 2)`);
}

/** Assigns packets to their device in the log. */
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

export interface ConnectorCount {
  connectorId: number;
  hourMs: number;
  accepted: number;
  rejected: number;
  bytes: number;
}

export async function countTraffic(db: Db, counts: readonly ConnectorCount[]): Promise<void> {
  if (counts.length === 0) return;
  const list = sql`unnest(${numbers(counts.map((each) => each.connectorId))}::bigint[],
    ${numbers(counts.map((each) => each.hourMs))}::bigint[], ${numbers(counts.map((each) => each.accepted))}::bigint[],
    ${numbers(counts.map((each) => each.rejected))}::bigint[], ${numbers(counts.map((each) => each.bytes))}::bigint[])
    as counted (connector_id, hour, accepted, rejected, bytes)`;
  await db.execute(sql`
    insert into ${packetCounts} as known (connector_id, hour, accepted, rejected, bytes)
    select connector_id, to_timestamp(hour / 1000.0), accepted, rejected, bytes from ${list}
    where exists (select from ${connectors} where connectors.id = counted.connector_id)
    order by connector_id, hour
    on conflict (connector_id, hour) do update set accepted = known.accepted + excluded.accepted,
      rejected = known.rejected + excluded.rejected, bytes = known.bytes + excluded.bytes`);
}

export async function dropFaultsBefore(db: Db, beforeMs: number): Promise<void> {
  await db.execute(sql`delete from ${packetFaults} where received_at < ${beforeMs}`);
}
