import { int4Array } from '../../platform/db/binary-array.ts';
import type { Client } from '../../platform/db/connection.ts';
import { copyIn } from '../../platform/history/binary-copy.ts';
import { packChunk } from './packet-chunk.ts';
import type { ClosedPacket, PacketPart } from './packet-parts.ts';

/** SQL of packing: moves packets from the table of a day into rows of `packet_days`. */

/** Arbitrary key of the advisory lock. */
const lockKey = 7306031;

/** Blocks packing and dropping of days by other transactions until the end of this one. */
export const lockPacking = (client: Client) => client.query('select pg_advisory_xact_lock($1)', [lockKey]);

/**
 * Blocks packing until the end of the transaction. Needed when removing packets, which packing would restore, and when
 * inserting packets that count as applied, which packing would lose when it drops their day.
 */
export const holdOffPacking = (client: Client) => client.query('select pg_advisory_xact_lock_shared($1)', [lockKey]);

/** The last applied sequence number of each shard. */
export async function readCursors(client: Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ shard: number; cursor: number }>(
    `select shard, least(cursor, (select min(lane.cursor) from ingest_lanes lane where lane.shard = place.shard)) as cursor
     from ingest_cursors place`,
  );
  return new Map(rows.map(({ shard, cursor }) => [shard, cursor]));
}

/** Whether the day holds packets with greater numbers than these cursors. */
export async function hasBeyond(client: Client, table: string, cursors: ReadonlyMap<number, number>): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from unnest($1::int[], $2::bigint[]) as applied (shard, cursor)
     where exists (select from ${table} packet where packet.shard = applied.shard and packet.seq > applied.cursor)
     limit 1`,
    [[...cursors.keys()], [...cursors.values()]],
  );
  return rowCount !== 0;
}

/** Small, because a single packet may hold a megabyte. */
const fetchedRows = 250;

/** All packets of a day, in the order in which they are packed. */
export async function* readDay(client: Client, table: string): AsyncGenerator<ClosedPacket[]> {
  // All rows will be fetched, so the planner must not optimise for the first ones.
  await client.query('set local cursor_tuple_fraction = 1');
  await client.query(
    `declare packet_day no scroll cursor for
     select packet.shard, packet.seq, packet.account_id as "accountId", packet.connector_id as "connectorId",
       packet.device_id as "deviceId", packet.identifier, packet.received_at as "receivedAt", packet.content,
       fault.seq is not null as "isFault"
     from ${table} packet
     left join packet_faults fault on fault.shard = packet.shard and fault.seq = packet.seq
     order by packet.connector_id, packet.account_id, packet.identifier collate "C", packet.device_id, packet.shard,
       packet.received_at, packet.seq`,
  );
  for (;;) {
    const { rows } = await client.query<ClosedPacket>(`fetch ${fetchedRows} from packet_day`);
    if (rows.length > 0) yield rows;
    if (rows.length < fetchedRows) break;
  }
  // A table that a cursor reads can't be dropped.
  await client.query('close packet_day');
}

const columns = `shard, first_seq, last_seq, account_id, connector_id, device_id, first_at, last_at, packets, faults,
  bytes, identifier, seqs, chunk`;

export async function insertParts(client: Client, parts: readonly PacketPart[]): Promise<void> {
  const packed = await Promise.all(parts.map(async (part) => ({ part, chunk: await packChunk(part.packets) })));
  await copyIn(
    client,
    `copy packet_days (${columns}) from stdin (format binary)`,
    packed,
    (fields, { part: { packets, ...part }, chunk }) => {
      fields.row(14);
      fields.int4(part.shard);
      fields.int8(part.firstSeq);
      fields.int8(part.lastSeq);
      fields.int8(part.accountId);
      fields.int8(part.connectorId);
      if (part.deviceId === null) fields.bytes(null);
      else fields.int8(part.deviceId);
      fields.int8(packets[0]?.receivedAt ?? 0);
      fields.int8(packets.at(-1)?.receivedAt ?? 0);
      fields.int4(packets.length);
      fields.int4(packets.filter(({ isFault }) => isFault).length);
      fields.int8(part.sizeBytes);
      fields.text(part.identifier);
      fields.bytes(int4Array(packets.map(({ seq }) => seq - part.firstSeq)));
      fields.bytes(chunk);
    },
  );
}
