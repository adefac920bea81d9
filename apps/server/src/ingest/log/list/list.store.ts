import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { packetFaults } from '../packet.table.ts';
import { openChunk } from '../packet-chunk.ts';
import { listOpen } from './open.store.ts';
import { openRow, type PackedRow, readPacked, withFaults } from './packed.store.ts';
import { compare, type PacketQuery, type PacketRow, type StoredPacket, toStored } from './stored-packet.ts';

/** Packets as one log, both packed and open days. */

function isWanted({ place, fromMs, beforeMs, after, order }: PacketQuery, packet: PacketRow): boolean {
  return (
    (!place || packet.seq === place.seq) &&
    (fromMs === undefined || packet.receivedAt >= fromMs) &&
    (beforeMs === undefined || packet.receivedAt < beforeMs) &&
    (!after || compare(order, packet, after) > 0)
  );
}

/** A row contains between one and a thousand packets, so the number of rows read doubles each time, up to this. */
const mostRows = 64;

/**
 * Merges packed packets into open ones, row by row in the requested order, until the page is complete. Open packets
 * were read before, so a packet that was packed in between appears twice, never not at all.
 */
async function addPacked(db: Db, query: PacketQuery, open: PacketRow[]): Promise<PacketRow[]> {
  const { order, limit, outcome } = query;
  const known = new Set(open.map(({ shard, seq }) => `${shard}-${seq}`));
  const isNew = ({ shard, seq }: PacketRow) => !known.has(`${shard}-${seq}`);
  let found = open;
  let behind: PackedRow | undefined;
  for (let size = 1; ; size = Math.min(size * 2, mostRows)) {
    const rows = await readPacked(db, query, { behind, upToMs: found[limit - 1]?.receivedAt, limit: size });
    const opened = (await Promise.all(rows.map(openRow))).flat();
    const nearest = opened.filter((packet) => isWanted(query, packet) && isNew(packet));
    nearest.sort((a, b) => compare(order, a, b));
    // The outcome is only known with the faults, so a filter by outcome needs all of them.
    const told = await withFaults(db, outcome ? nearest : nearest.slice(0, limit));
    found = [...found, ...told.filter((packet) => !outcome || packet.outcome === outcome)];
    found = found.sort((a, b) => compare(order, a, b)).slice(0, limit);
    behind = rows.at(-1);
    if (rows.length < size) return found;
  }
}

export async function listPackets(db: Db, query: PacketQuery): Promise<StoredPacket[]> {
  const open = await listOpen(db, query);
  const found = query.outcome === 'pending' ? open : await addPacked(db, query, open);
  return found.map(toStored);
}

interface Counted extends Record<string, unknown> {
  /** From 1; for a chunk, the span of its first packet. */
  span: number;
  accepted: number;
  rejected: number;
  /** Set for packed packets in several spans. */
  chunk: Buffer | null;
}

export async function countPackets(
  db: Db,
  deviceId: number,
  edgesMs: readonly number[],
): Promise<{ accepted: number; rejected: number }[]> {
  const edges = sql`${sql.param([...edgesMs])}::bigint[]`;
  const [fromMs, toMs] = [edgesMs[0] ?? 0, edgesMs.at(-1) ?? 0];
  const bounds = sql`device_id = ${deviceId} and received_at >= ${fromMs} and received_at < ${toMs}`;
  // One statement has one snapshot, so a packet that is being packed counts once.
  const { rows } = await db.execute<Counted>(sql`
    select width_bucket(received_at, ${edges}) as span, count(*) as accepted, 0 as rejected, null::bytea as chunk
    from packets where ${bounds} group by 1
    union all
    select width_bucket(received_at, ${edges}), 0, count(*), null from ${packetFaults} where ${bounds} group by 1
    union all
    select first, case when first = last then packets else 0 end, 0, case when first <> last then chunk end
    from packet_days, lateral (
      select width_bucket(first_at, ${edges}) as first, width_bucket(last_at, ${edges}) as last) ends
    where device_id = ${deviceId} and last_at >= ${fromMs} and first_at < ${toMs}`);
  const spans = Array.from({ length: Math.max(0, edgesMs.length - 1) }, () => ({ accepted: 0, rejected: 0 }));
  for (const { span, accepted, rejected, chunk } of rows) {
    const counts = spans[span - 1];
    if (counts) {
      counts.accepted += accepted;
      counts.rejected += rejected;
    }
    if (!chunk) continue;
    let within = span;
    for (const { receivedAt } of await openChunk(chunk)) {
      while ((edgesMs[within] ?? Number.POSITIVE_INFINITY) <= receivedAt) within += 1;
      const counted = spans[within - 1];
      if (counted) counted.accepted += 1;
    }
  }
  return spans;
}

/** Time of the oldest stored packet of these devices. */
export async function keptSince(db: Db, deviceIds: readonly number[]): Promise<number | null> {
  const { rows } = await db.execute<{ oldest: number | null }>(sql`
    select min(least(
      (select received_at from packets where device_id = wanted.id order by received_at limit 1),
      (select min(first_at) from packet_days where device_id = wanted.id))) as oldest
    from unnest(${sql.param([...deviceIds])}::bigint[]) as wanted (id)`);
  return rows[0]?.oldest ?? null;
}
