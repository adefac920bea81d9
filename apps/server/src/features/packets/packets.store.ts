import { type SQL, sql } from 'drizzle-orm';
import type { JsonObject, Reason } from '../../ingest/ports.ts';
import type { Content } from '../../ingest/steps/interpret.ts';
import type { Db } from '../../platform/db/db.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import { packetFaults } from './packet.table.ts';

/** `applied`: its values are stored. `pending`: it will be looked at in a moment. */
export type Outcome = 'applied' | 'pending' | 'dropped' | 'rejected';

export interface StoredPacket {
  /** 0 for messages that were refused at the door. */
  shard: number;
  seq: number;
  connectorId: number;
  deviceId: number | null;
  identifier: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
  payload: JsonValue;
  meta: JsonObject;
  /** As the sender said. */
  time: number | null;
  sizeBytes: number;
  outcome: Outcome;
  reason: Reason | null;
}

export interface PacketQuery {
  /** This one alone. */
  place?: { shard: number; seq: number };
  /** Packets that came when the device was known by this id, or that were found to be its. */
  deviceIds?: readonly number[];
  connectorId?: number;
  /** From this moment on. */
  fromMs?: number;
  /** Earlier than this. */
  beforeMs?: number;
  limit: number;
  outcome?: Outcome;
  order?: 'newest' | 'oldest';
  /** Goes on behind this packet, in the order asked for. */
  after?: { receivedAt: number; shard: number; seq: number };
}

interface Row extends Record<string, unknown> {
  shard: number;
  seq: number;
  connector_id: number;
  device_id: number | null;
  identifier: string;
  received_at: number;
  content: string;
  outcome: Outcome;
  code: string | null;
  params: Reason['params'] | null;
}

const outcomeOf = sql`case when fault.outcome is not null then fault.outcome
  when packet.seq > place.cursor then 'pending' else 'applied' end`;

function toStored(row: Row): StoredPacket {
  const content = JSON.parse(row.content) as Content;
  return {
    shard: row.shard,
    seq: row.seq,
    connectorId: row.connector_id,
    deviceId: row.device_id,
    identifier: row.identifier,
    receivedAt: row.received_at,
    payload: content.payload,
    meta: content.meta,
    time: content.time,
    sizeBytes: Buffer.byteLength(row.content),
    outcome: row.outcome,
    reason: row.code === null ? null : { code: row.code, params: row.params ?? {} },
  };
}

function conditionsOf(query: PacketQuery): SQL {
  const { place, deviceIds, connectorId, fromMs, beforeMs, outcome, after, order } = query;
  const conditions = [
    deviceIds && sql`packet.device_id = any(${sql.param([...deviceIds])}::bigint[])`,
    connectorId !== undefined && sql`packet.connector_id = ${connectorId}`,
    place && sql`packet.shard = ${place.shard} and packet.seq = ${place.seq}`,
    fromMs !== undefined && sql`packet.received_at >= ${fromMs}`,
    beforeMs !== undefined && sql`packet.received_at < ${beforeMs}`,
    outcome && sql`${outcomeOf} = ${outcome}`,
    after &&
      sql`(packet.received_at, packet.shard, packet.seq) ${order === 'oldest' ? sql`>` : sql`<`}
        (${after.receivedAt}::bigint, ${after.shard}::int, ${after.seq}::bigint)`,
  ].filter((condition) => condition !== undefined && condition !== false);
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

export async function listPackets(db: Db, query: PacketQuery): Promise<StoredPacket[]> {
  const direction = query.order === 'oldest' ? sql`asc` : sql`desc`;
  const { rows } = await db.execute<Row>(sql`
    select packet.shard, packet.seq, packet.connector_id, coalesce(packet.device_id, fault.device_id) as device_id,
      packet.identifier, packet.received_at, packet.content, ${outcomeOf} as outcome, fault.code, fault.params
    from packets packet
    join ingest_cursors place on place.shard = packet.shard
    left join ${packetFaults} fault on fault.shard = packet.shard and fault.seq = packet.seq
    where ${conditionsOf(query)}
    order by packet.received_at ${direction}, packet.shard ${direction}, packet.seq ${direction} limit ${query.limit}`);
  return rows.map(toStored);
}

/** One entry for each span between two edges. */
export async function countPackets(
  db: Db,
  deviceId: number,
  edgesMs: readonly number[],
): Promise<{ accepted: number; rejected: number }[]> {
  const spans = Math.max(0, edgesMs.length - 1);
  const edges = sql`${sql.param([...edgesMs])}::bigint[]`;
  const bounds = sql`received_at >= ${edgesMs[0] ?? 0} and received_at < ${edgesMs.at(-1) ?? 0}`;
  const { rows } = await db.execute<{ span: number; accepted: number; rejected: number }>(sql`
    select span, sum(accepted)::bigint as accepted, sum(rejected)::bigint as rejected from (
      select width_bucket(received_at, ${edges}) as span, count(*) as accepted, 0 as rejected
      from packets where device_id = ${deviceId} and ${bounds} group by 1
      union all
      select width_bucket(received_at, ${edges}), 0, count(*)
      from ${packetFaults} where device_id = ${deviceId} and ${bounds} group by 1
    ) counted group by span`);
  const bySpan = new Map(rows.map(({ span, ...counts }) => [span, counts]));
  return Array.from({ length: spans }, (_, index) => bySpan.get(index + 1) ?? { accepted: 0, rejected: 0 });
}

/** The oldest packet of these devices that is still there. */
export async function keptSince(db: Db, deviceIds: readonly number[]): Promise<number | null> {
  const { rows } = await db.execute<{ oldest: number | null }>(sql`
    select min(first.received_at) as oldest from unnest(${sql.param([...deviceIds])}::bigint[]) as wanted (id)
    cross join lateral (select received_at from packets where device_id = wanted.id order by received_at limit 1) first`);
  return rows[0]?.oldest ?? null;
}
