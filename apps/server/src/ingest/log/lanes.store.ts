import type pg from 'pg';
import type { Client } from '../../platform/db/connection.ts';
import type { Packet } from './packet.ts';
import { type PacketRow, packetColumns, toPacket } from './packets.store.ts';

/** SQL on lanes: packets of slow accounts, which the cursor of their shard has passed without applying them. */

/** Part of the transaction that moves the cursors past these packets. */
export async function parkPackets(client: Client, packets: readonly Packet[]): Promise<void> {
  const first = new Map<string, Packet>();
  for (const packet of packets) {
    const key = `${packet.shard} ${packet.accountId}`;
    if (!first.has(key)) first.set(key, packet);
  }
  const rows = [...first.values()];
  await client.query(
    `insert into ingest_lanes (shard, account_id, cursor)
     select shard, account_id, seq - 1 from unnest($1::int[], $2::bigint[], $3::bigint[]) as parked (shard, account_id, seq)
     order by account_id, shard on conflict do nothing`,
    [rows.map(({ shard }) => shard), rows.map(({ accountId }) => accountId), rows.map(({ seq }) => seq)],
  );
}

export async function parkedAccounts(client: Client | pg.Pool, shards: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ account_id: number }>(
    'select distinct account_id from ingest_lanes where shard = any($1::int[])',
    [shards],
  );
  return rows.map(({ account_id }) => account_id);
}

/** Packets of one lane, and its cursors per shard at the time of the read. */
export interface LaneSlice {
  packets: Packet[];
  cursors: ReadonlyMap<number, number>;
}

export async function readLane(
  client: Client | pg.Pool,
  { accountId, shards, limit }: { accountId: number; shards: readonly number[]; limit: number },
): Promise<LaneSlice> {
  const { rows } = await client.query<PacketRow & { lane_cursor: number }>(
    `select packet.*, lane.cursor as lane_cursor
     from ingest_lanes lane join ingest_cursors place on place.shard = lane.shard
     cross join lateral (
       select shard, seq, ${packetColumns} from packets
       where packets.shard = lane.shard and packets.seq > lane.cursor and packets.seq <= place.cursor
         and packets.account_id = lane.account_id
       order by seq limit $3
     ) packet
     where lane.account_id = $1 and lane.shard = any($2::int[])
     order by packet.shard, packet.seq`,
    [accountId, shards, limit],
  );
  // Each shard gets an equal share of the limit, or the last shard would starve.
  const byShard = [...Map.groupBy(rows, ({ shard }) => shard).values()];
  const share = Math.max(1, Math.ceil(limit / Math.max(1, byShard.length)));
  const taken = byShard.flatMap((own) => own.slice(0, share));
  return { packets: taken.map(toPacket), cursors: new Map(taken.map((row) => [row.shard, row.lane_cursor])) };
}

/** The same guarantee as `moveCursors`, for one lane: false if another process has applied some of the packets. */
export async function moveLane(client: Client, accountId: number, { packets, cursors }: LaneSlice): Promise<boolean> {
  const last = new Map(packets.map(({ shard, seq }) => [shard, seq]));
  const shards = [...last.keys()].sort((a, b) => a - b);
  const { rowCount } = await client.query(
    `update ingest_lanes lane set cursor = run.last
     from unnest($2::int[], $3::bigint[], $4::bigint[]) as run (shard, before, last)
     where lane.account_id = $1 and lane.shard = run.shard and lane.cursor = run.before`,
    [accountId, shards, shards.map((shard) => cursors.get(shard) ?? -1), shards.map((shard) => last.get(shard) ?? -1)],
  );
  return rowCount === shards.length;
}

/**
 * Deletes the lane for shards where nothing is left; returns whether none remains. The cursors are locked meanwhile: a
 * transaction that moves a cursor past further packets of the account then finds the lane, or creates a new one.
 */
export async function endLane(client: Client, accountId: number, shards: readonly number[]): Promise<boolean> {
  await client.query('select from ingest_cursors where shard = any($1::int[]) order by shard for update', [shards]);
  await client.query(
    `delete from ingest_lanes lane using ingest_cursors place
     where lane.account_id = $1 and lane.shard = any($2::int[]) and place.shard = lane.shard and not exists (
       select from packets where packets.shard = lane.shard and packets.seq > lane.cursor and packets.seq <= place.cursor
         and packets.account_id = lane.account_id
     )`,
    [accountId, shards],
  );
  const { rowCount } = await client.query(
    'select from ingest_lanes where account_id = $1 and shard = any($2::int[]) limit 1',
    [accountId, shards],
  );
  return rowCount === 0;
}
