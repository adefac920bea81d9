import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Refusal } from '../../ingest/accept.ts';
import type { Db } from '../../platform/db/db.ts';
import { packetCounts, refusedMessages } from './packet.table.ts';
import { listPackets } from './packets.store.ts';
import type { Outcome, StoredPacket } from './stored-packet.ts';

/** How many refused messages of a connector are kept. */
const kept = 100;

/** A refused message may be no JSON at all, or cut: it is then shown as text. */
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

/** What came through a connector, the newest first: packets, and messages that were refused at the door. */
export async function listTraffic(
  db: Db,
  connectorId: number,
  limit: number,
  outcome?: Outcome,
): Promise<StoredPacket[]> {
  const packets = await listPackets(db, { connectorId, limit, ...(outcome ? { outcome } : {}) });
  const refused = outcome === undefined || outcome === 'rejected' ? await listRefused(db, connectorId, limit) : [];
  return [...packets, ...refused].sort((a, b) => b.receivedAt - a.receivedAt).slice(0, limit);
}

/** PostgreSQL keeps no NUL and no lone surrogate; a refused message may hold both. */
const storable = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed();

/** The newest ones are enough: a sender that sends nonsense all day must not fill the disk. */
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
      params: reason.params,
    })),
  );
  await db.execute(sql`delete from ${refusedMessages} where connector_id = ${connectorId} and id <= (
    select id from ${refusedMessages} where connector_id = ${connectorId} order by id desc offset ${kept} limit 1)`);
}

export interface HourCount {
  hour: Date;
  accepted: number;
  rejected: number;
  bytes: number;
}

/** What came through these connectors together, hour by hour; hours without anything are left out. */
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
