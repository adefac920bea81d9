import { type SQL, sql } from 'drizzle-orm';
import { int4Array, int8Array } from '../../../platform/db/binary-array.ts';
import type { Db } from '../../../platform/db/db.ts';
import { packetFaults } from '../packet.table.ts';
import { openChunk } from '../packet-chunk.ts';
import type { PacketQuery, PacketRow } from './stored-packet.ts';

/** SQL on packets of packed days. All of them were applied, or have a fault with the reason. */

export interface PackedRow extends Record<string, unknown> {
  shard: number;
  firstSeq: number;
  connectorId: number;
  deviceId: number | null;
  identifier: string;
  /** Boundary of the row that is first in the requested order. */
  edgeAt: number;
  seqs: number[];
  chunk: Buffer;
}

export interface PackedPage {
  behind: PackedRow | undefined;
  /** Rows entirely after this time are skipped. */
  upToMs: number | undefined;
  limit: number;
}

function conditionsOf(query: PacketQuery, { behind, upToMs }: PackedPage): SQL {
  const { place, deviceIds, connectorId, fromMs, beforeMs, outcome, after } = query;
  const isOldest = query.order === 'oldest';
  const conditions = [
    deviceIds && sql`device_id = any(${sql.param([...deviceIds])}::bigint[])`,
    connectorId !== undefined && sql`connector_id = ${connectorId}`,
    place &&
      sql`shard = ${place.shard} and first_seq <= ${place.seq} and last_seq >= ${place.seq}
        and ${place.seq}::bigint - first_seq = any(seqs)`,
    fromMs !== undefined && sql`last_at >= ${fromMs}`,
    beforeMs !== undefined && sql`first_at < ${beforeMs}`,
    outcome && outcome !== 'applied' && sql`faults > 0`,
    after && (isOldest ? sql`last_at >= ${after.receivedAt}` : sql`first_at <= ${after.receivedAt}`),
    upToMs !== undefined && (isOldest ? sql`first_at <= ${upToMs}` : sql`last_at >= ${upToMs}`),
    behind &&
      (isOldest
        ? sql`(first_at, shard, first_seq) > (${behind.edgeAt}::bigint, ${behind.shard}::int, ${behind.firstSeq}::bigint)`
        : sql`(last_at, shard, first_seq) < (${behind.edgeAt}::bigint, ${behind.shard}::int, ${behind.firstSeq}::bigint)`),
  ].filter((condition) => condition !== undefined && condition !== false);
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** Rows that may contain requested packets, by their nearer boundary. */
export async function readPacked(db: Db, query: PacketQuery, page: PackedPage): Promise<PackedRow[]> {
  const [edge, direction] = query.order === 'oldest' ? [sql`first_at`, sql`asc`] : [sql`last_at`, sql`desc`];
  const { rows } = await db.execute<PackedRow>(sql`
    select shard, first_seq as "firstSeq", connector_id as "connectorId", device_id as "deviceId", identifier,
      ${edge} as "edgeAt", seqs, chunk
    from packet_days where ${conditionsOf(query, page)}
    order by ${edge} ${direction}, shard ${direction}, first_seq ${direction} limit ${page.limit}`);
  return rows;
}

export async function openRow({ chunk, seqs, ...row }: PackedRow): Promise<PacketRow[]> {
  const { shard, firstSeq, connectorId, deviceId, identifier } = row;
  const of = { shard, connectorId, deviceId, identifier, outcome: 'applied' as const };
  const noFault = { code: null, params: null, refused: null };
  return (await openChunk(chunk)).map((packet, index) => ({
    ...of,
    ...noFault,
    ...packet,
    seq: firstSeq + (seqs[index] ?? 0),
  }));
}

type Fault = Pick<PacketRow, 'shard' | 'seq' | 'deviceId' | 'outcome' | 'code' | 'params' | 'refused'>;

export async function withFaults(db: Db, packets: readonly PacketRow[]): Promise<PacketRow[]> {
  if (packets.length === 0) return [];
  const { rows } = await db.execute<Fault>(sql`
    select shard, seq, device_id as "deviceId", outcome, code, params - 'refused' as params,
      params -> 'refused' as refused from ${packetFaults}
    where (shard, seq) in (select * from unnest(${int4Array(packets.map(({ shard }) => shard))}::int4[],
      ${int8Array(packets.map(({ seq }) => seq))}::int8[]))`);
  const faults = new Map(rows.map((fault) => [`${fault.shard}-${fault.seq}`, fault]));
  return packets.map((packet) => {
    const fault = faults.get(`${packet.shard}-${packet.seq}`);
    return fault ? { ...packet, ...fault, deviceId: packet.deviceId ?? fault.deviceId } : packet;
  });
}
