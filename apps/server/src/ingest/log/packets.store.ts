import type pg from 'pg';
import type { Client } from '../../platform/db/connection.ts';
import { type CopyFields, copyIn } from '../../platform/history/binary-copy.ts';
import { holdOffPacking } from './packed-days.store.ts';
import { type NewPacket, type Packet, shardOf } from './packet.ts';

/** SQL on the durable log of packets. */

export const packetColumns = 'account_id, connector_id, device_id, identifier, received_at, content';

function writeContent(fields: CopyFields, packet: NewPacket): void {
  fields.int8(packet.accountId);
  fields.int8(packet.connectorId);
  if (packet.deviceId === null) fields.bytes(null);
  else fields.int8(packet.deviceId);
  fields.text(packet.identifier);
  fields.int8(packet.receivedAt);
  fields.text(packet.content);
}

export const insertPackets = (client: Client, packets: readonly Packet[]): Promise<void> =>
  copyIn(
    client,
    `copy packets (shard, seq, ${packetColumns}) from stdin (format binary)`,
    packets,
    (fields, packet) => {
      fields.row(8);
      fields.int4(packet.shard);
      fields.int8(packet.seq);
      writeContent(fields, packet);
    },
  );

export async function insertApplied(client: Client, packets: readonly Packet[]): Promise<void> {
  await holdOffPacking(client);
  await insertPackets(client, packets);
}

/** Stores packets for shards of other processes: durable immediately, numbered by the owner later. */
export async function insertHandoff(client: Client, packets: readonly NewPacket[]): Promise<void> {
  await copyIn(
    client,
    `copy packet_handoff (shard, ${packetColumns}) from stdin (format binary)`,
    packets,
    (fields, packet) => {
      fields.row(7);
      fields.int4(shardOf(packet.connectorId, packet.identifier));
      writeContent(fields, packet);
    },
  );
  await client.query("select pg_notify('packet_handoff', '')");
}

export interface PacketRow {
  shard: number;
  seq: number;
  account_id: number;
  connector_id: number;
  device_id: number | null;
  identifier: string;
  received_at: number;
  content: string;
}

const toNew = (row: Omit<PacketRow, 'seq' | 'shard'>): NewPacket => ({
  accountId: row.account_id,
  connectorId: row.connector_id,
  deviceId: row.device_id,
  identifier: row.identifier,
  receivedAt: row.received_at,
  content: row.content,
});

export const toPacket = (row: PacketRow): Packet => ({ shard: row.shard, seq: row.seq, ...toNew(row) });

/**
 * Takes the packets that wait for the owner of these shards, in the order of storage; they are deleted with the commit.
 * The caller holds the shards, so no other process can take the same packets.
 */
export async function takeHandoff(client: Client, shards: readonly number[], limit: number): Promise<NewPacket[]> {
  const { rows } = await client.query<PacketRow & { id: number }>(
    `with taken as (
       delete from packet_handoff where id in (
         select id from packet_handoff where shard = any($1::int[]) order by id limit $2
       ) returning *
     ) select * from taken order by id`,
    [shards, limit],
  );
  return rows.map(toNew);
}

export async function shardsWithHandoff(client: Client, shards: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ shard: number }>(
    `select shard from unnest($1::int[]) as wanted (shard)
     where exists (select from packet_handoff where packet_handoff.shard = wanted.shard)`,
    [shards],
  );
  return rows.map(({ shard }) => shard);
}

/** The last number assigned in each shard. */
export async function lastNumbers(client: Client | pg.Pool, shards: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await client.query<{ shard: number; seq: number }>(
    `select shard, greatest(
       coalesce((select max(seq) from packets where packets.shard = wanted.shard), 0),
       (select cursor from ingest_cursors where ingest_cursors.shard = wanted.shard)
     ) as seq from unnest($1::int[]) as wanted (shard)`,
    [shards],
  );
  return new Map(rows.map(({ shard, seq }) => [shard, seq]));
}

export async function cursorsOf(client: Client | pg.Pool, shards: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await client.query<{ shard: number; cursor: number }>(
    'select shard, cursor from ingest_cursors where shard = any($1::int[])',
    [shards],
  );
  return new Map(rows.map(({ shard, cursor }) => [shard, cursor]));
}

export async function readAfter(
  client: Client | pg.Pool,
  { shard, after, limit }: { shard: number; after: number; limit: number },
): Promise<Packet[]> {
  const { rows } = await client.query<PacketRow>(
    `select shard, seq, ${packetColumns} from packets where shard = $1 and seq > $2 order by seq limit $3`,
    [shard, after, limit],
  );
  return rows.map(toPacket);
}

export interface AppliedRun {
  shard: number;
  first: number;
  last: number;
  /** Fence of the lease under which the packets were taken. */
  fence: number;
}

/**
 * Marks these packets as applied, in the transaction that stores their results. False if the shard has a new owner,
 * another process has applied one of the packets, or an earlier packet is missing: each packet is applied exactly once,
 * even if two processes believe that they own its shard.
 */
export async function moveCursors(client: Client, runs: readonly AppliedRun[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `update ingest_cursors c set cursor = run.last
     from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[]) as run (shard, first, last, fence)
       join ingest_shards s on s.shard = run.shard and s.fence = run.fence
     where c.shard = run.shard and c.cursor = run.first - 1`,
    [
      runs.map(({ shard }) => shard),
      runs.map(({ first }) => first),
      runs.map(({ last }) => last),
      runs.map(({ fence }) => fence),
    ],
  );
  return rowCount === runs.length;
}
