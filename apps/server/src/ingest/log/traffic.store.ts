import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { storable, storableParams } from '../../platform/db/storable-text.ts';
import type { Refusal } from '../accept/accept.ts';
import type { Content } from '../interpret/interpret.ts';
import { listPackets } from './list/list.store.ts';
import type { Outcome, StoredPacket } from './list/stored-packet.ts';
import { connectorKey, packetCounts, refusedMessages } from './packet.table.ts';
import { listUnknownMessages } from './unknown.store.ts';

/** Number of refused messages kept per connector. */
const kept = 100;

/** Messages of unknown ids are in no shard of the log. */
const unknownShard = -1;

/** A refused message that is not valid JSON, or is truncated, is shown as text. */
function contentOf(text: string): StoredPacket['payload'] {
  try {
    return JSON.parse(text) as StoredPacket['payload'];
  } catch {
    return text;
  }
}

async function listRefused(db: Db, connectorId: number, limit: number): Promise<StoredPacket[]> {
  const rows = await db
    .select()
    .from(refusedMessages)
    .where(eq(refusedMessages.connectorId, connectorId))
    .orderBy(desc(refusedMessages.id))
    .limit(limit);
  return rows.map((row) => ({
    shard: 0,
    seq: row.id,
    connectorId,
    deviceId: null,
    identifier: row.identifier,
    receivedAt: row.receivedAt,
    payload: contentOf(row.content),
    meta: {},
    time: null,
    sizeBytes: Buffer.byteLength(row.content),
    outcome: 'rejected',
    reason: { code: row.code, params: row.params },
    refused: [],
  }));
}

async function listUnknown(db: Db, connectorId: number, limit: number): Promise<StoredPacket[]> {
  const rows = await listUnknownMessages(db, connectorId, limit);
  return rows.map(({ id, content, ...row }) => ({
    ...row,
    shard: unknownShard,
    seq: id,
    connectorId,
    deviceId: null,
    ...(JSON.parse(content) as Content),
    sizeBytes: Buffer.byteLength(content),
    outcome: 'dropped',
    reason: { code: 'PACKET_NO_DEVICE', params: {} },
    refused: [],
  }));
}

/** The traffic of a connector, newest first: packets, refused messages, and messages of unknown ids. */
export async function listTraffic(
  db: Db,
  connectorId: number,
  limit: number,
  outcome?: Outcome,
): Promise<StoredPacket[]> {
  const packets = await listPackets(db, { connectorId, limit, ...(outcome ? { outcome } : {}) });
  const refused = outcome === undefined || outcome === 'rejected' ? await listRefused(db, connectorId, limit) : [];
  const unknown = outcome === undefined || outcome === 'dropped' ? await listUnknown(db, connectorId, limit) : [];
  return [...packets, ...refused, ...unknown].sort((a, b) => b.receivedAt - a.receivedAt).slice(0, limit);
}

/** Keeps the newest refused messages only, so that a faulty sender can't fill the disk. */
export async function recordRefusals(
  db: Db,
  connectorId: number,
  refusals: readonly Refusal[],
  nowMs: number,
): Promise<void> {
  if (refusals.length === 0) return;
  await db.insert(refusedMessages).values(
    refusals.slice(-kept).map(({ identifier, content, reason }) => ({
      connectorId,
      receivedAt: nowMs,
      identifier: storable(identifier),
      content: storable(content),
      code: reason.code,
      params: storableParams(reason.params),
    })),
  );
  await db.execute(sql`delete from ${refusedMessages} where connector_id = ${connectorId} and id <= (
    select id from ${refusedMessages} where connector_id = ${connectorId} order by id desc offset ${kept} limit 1)`);
}

const numbers = (list: readonly number[]) => `{${list.join(',')}}`;

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
    where exists (select from ${connectorKey.table} where ${connectorKey} = counted.connector_id)
    order by connector_id, hour
    on conflict (connector_id, hour) do update set accepted = known.accepted + excluded.accepted,
      rejected = known.rejected + excluded.rejected, bytes = known.bytes + excluded.bytes`);
}

export interface HourCount {
  hour: Date;
  accepted: number;
  rejected: number;
  bytes: number;
}

/** The hourly sums of the traffic of these connectors; hours without traffic are absent. */
export async function readCounts(
  db: Db,
  connectorIds: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<HourCount[]> {
  const sum = (column: typeof packetCounts.accepted | typeof packetCounts.rejected | typeof packetCounts.bytes) =>
    sql<number>`sum(${column})::bigint`;
  return db
    .select({
      hour: packetCounts.hour,
      accepted: sum(packetCounts.accepted),
      rejected: sum(packetCounts.rejected),
      bytes: sum(packetCounts.bytes),
    })
    .from(packetCounts)
    .where(
      and(
        inArray(packetCounts.connectorId, [...connectorIds]),
        gte(packetCounts.hour, new Date(fromMs)),
        lt(packetCounts.hour, new Date(toMs)),
      ),
    )
    .groupBy(packetCounts.hour)
    .orderBy(packetCounts.hour);
}
