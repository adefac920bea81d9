import { normalEui } from '@stellwerk/contract/eui';
import { unknownLimits } from '@stellwerk/contract/unknown-id';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Sender } from '../accept/accept.ts';
import type { Content } from '../interpret/interpret.ts';
import { handOffPackets } from './handoff.store.ts';
import { connectorKey, unknownIds, unknownMessages } from './packet.table.ts';

/** Dropped messages of one identifier since the last write; the count includes messages that are not kept. */
export interface UnknownBatch {
  identifier: string;
  count: number;
  firstAt: number;
  lastAt: number;
  messages: readonly { identifier: string; receivedAt: number; content: string }[];
}

export interface UnknownId {
  identifier: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
  /** Number of messages that can be replayed. */
  kept: number;
  /** Content of the newest kept message. */
  newest: string | null;
}

/**
 * Every transaction that changes unknown ids locks their connector first. Otherwise a change or deletion of the
 * connector, which locks the connector before its ids, and a write of several ids could wait for each other. False if the
 * connector was deleted.
 */
async function lockConnectorOf(db: Db, connectorId: number): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from ${connectorKey.table} where ${connectorKey} = ${connectorId} for no key update`,
  );
  return rowCount === 1;
}

async function addIds(db: Db, connectorId: number, batches: readonly UnknownBatch[]): Promise<void> {
  const rows = batches.map(({ identifier, count, firstAt, lastAt }) => ({ identifier, count, firstAt, lastAt }));
  await db.execute(sql`
    insert into ${unknownIds} as known (connector_id, identifier, count, first_at, last_at)
    select ${connectorId}::bigint, identifier, count, to_timestamp("firstAt" / 1000.0), to_timestamp("lastAt" / 1000.0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (identifier text, count bigint, "firstAt" bigint, "lastAt" bigint)
    order by identifier
    on conflict (connector_id, identifier) do update set count = known.count + excluded.count,
      last_at = greatest(known.last_at, excluded.last_at)`);
}

async function addMessages(db: Db, connectorId: number, batches: readonly UnknownBatch[]): Promise<void> {
  const rows = batches.flatMap(({ messages }) => messages);
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into ${unknownMessages} (connector_id, unknown_id, received_at, content)
    select ${connectorId}::bigint, own.id, "receivedAt", content
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (identifier text, "receivedAt" bigint, content text)) with ordinality
      as given (identifier, "receivedAt", content, place)
    join ${unknownIds} own on own.connector_id = ${connectorId} and own.identifier = given.identifier
    order by "receivedAt", place`);
}

/** Removes the ids that were silent longest, the older messages of each id, and the oldest beyond the size limit. */
async function removeOldest(db: Db, connectorId: number): Promise<void> {
  await db.execute(sql`
    delete from ${unknownIds} where id in (select id from ${unknownIds} where connector_id = ${connectorId}
      order by last_at desc, id desc offset ${unknownLimits.ids})`);
  await db.execute(sql`
    delete from ${unknownMessages} where id in (select id from (
      select id, row_number() over (partition by unknown_id order by id desc) as place,
        sum(octet_length(content)) over (order by id desc) as bytes
      from ${unknownMessages} where connector_id = ${connectorId}) as kept
      where place > ${unknownLimits.keptPerId} or bytes > ${unknownLimits.keptBytes})`);
}

export async function recordUnknown(db: Db, connectorId: number, batches: readonly UnknownBatch[]): Promise<void> {
  if (batches.length === 0) return;
  await db.transaction(async (tx) => {
    if (!(await lockConnectorOf(tx, connectorId))) return;
    await addIds(tx, connectorId, batches);
    await addMessages(tx, connectorId, batches);
    await removeOldest(tx, connectorId);
  });
}

export async function listUnknown(db: Db, connectorId: number): Promise<UnknownId[]> {
  const own = sql`from ${unknownMessages} where ${unknownMessages.unknownId} = ${unknownIds.id}`;
  return db
    .select({
      identifier: unknownIds.identifier,
      count: unknownIds.count,
      firstAt: unknownIds.firstAt,
      lastAt: unknownIds.lastAt,
      kept: sql<number>`(select count(*)::int ${own})`,
      newest: sql<string | null>`(select content ${own} order by ${unknownMessages.id} desc limit 1)`,
    })
    .from(unknownIds)
    .where(eq(unknownIds.connectorId, connectorId))
    .orderBy(desc(unknownIds.lastAt), desc(unknownIds.id));
}

const isMeant = (connectorId: number, identifier: string) =>
  and(eq(unknownIds.connectorId, connectorId), eq(unknownIds.identifier, identifier));

export async function removeUnknown(db: Db, connectorId: number, identifier: string): Promise<void> {
  if (!(await lockConnectorOf(db, connectorId))) return;
  await db.delete(unknownIds).where(isMeant(connectorId, identifier));
}

/** Rewrites unknown identifiers in the form of EUIs, and merges those that become equal. */
export async function normaliseUnknown(db: Db, connectorId: number): Promise<void> {
  if (!(await lockConnectorOf(db, connectorId))) return;
  const rows = await db
    .select({ id: unknownIds.id, identifier: unknownIds.identifier })
    .from(unknownIds)
    .where(eq(unknownIds.connectorId, connectorId))
    .orderBy(unknownIds.id);
  const spellings = Map.groupBy(rows, ({ identifier }) => normalEui(identifier));
  const moved = [...spellings].flatMap(([eui, same]) => {
    if (eui === undefined || same.every(({ identifier }) => identifier === eui)) return [];
    // A row that has the name already keeps it, as names are unique.
    const target = same.find(({ identifier }) => identifier === eui) ?? same[0];
    return target ? same.map(({ id }) => ({ id, target: target.id, eui })) : [];
  });
  if (moved.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as given (id bigint, target bigint, eui text)`;
  await db.execute(sql`
    update ${unknownMessages} set unknown_id = given.target from ${given}
    where unknown_id = given.id and given.id <> given.target`);
  await db.execute(sql`
    update ${unknownIds} set identifier = merged.eui, count = merged.count, first_at = merged.first_at,
      last_at = merged.last_at
    from (select given.target, given.eui, sum(known.count) as count, min(known.first_at) as first_at,
        max(known.last_at) as last_at
      from ${given} join ${unknownIds} known on known.id = given.id group by given.target, given.eui) as merged
    where ${unknownIds.id} = merged.target`);
  await db.execute(sql`
    delete from ${unknownIds} using ${given} where ${unknownIds.id} = given.id and given.id <> given.target`);
  await removeOldest(db, connectorId);
}

/** A message without a time was measured when it arrived first, not when it is replayed. */
function timed(content: string, receivedAt: number): string {
  const parsed = JSON.parse(content) as Content;
  return parsed.time === null ? JSON.stringify({ ...parsed, time: receivedAt }) : content;
}

export async function replayUnknown(db: Db, sender: Sender, identifier: string, nowMs: number): Promise<number> {
  // Orders replays after each other, so that the second finds nothing.
  if (!(await lockConnectorOf(db, sender.connectorId))) return 0;
  const [unknown] = await db
    .select({ id: unknownIds.id })
    .from(unknownIds)
    .where(isMeant(sender.connectorId, identifier));
  if (!unknown) return 0;
  const messages = await db
    .select({ receivedAt: unknownMessages.receivedAt, content: unknownMessages.content })
    .from(unknownMessages)
    .where(eq(unknownMessages.unknownId, unknown.id))
    .orderBy(unknownMessages.id);
  await db.delete(unknownIds).where(eq(unknownIds.id, unknown.id));
  await handOffPackets(
    db,
    messages.map(({ receivedAt, content }) => ({
      ...sender,
      identifier,
      deviceId: null,
      receivedAt: nowMs,
      content: timed(content, receivedAt),
    })),
  );
  return messages.length;
}

/** Messages of unknown ids as traffic of their connector. */
export async function listUnknownMessages(db: Db, connectorId: number, limit: number) {
  return db
    .select({
      id: unknownMessages.id,
      identifier: unknownIds.identifier,
      receivedAt: unknownMessages.receivedAt,
      content: unknownMessages.content,
    })
    .from(unknownMessages)
    .innerJoin(unknownIds, eq(unknownIds.id, unknownMessages.unknownId))
    .where(eq(unknownMessages.connectorId, connectorId))
    .orderBy(desc(unknownMessages.id))
    .limit(limit);
}
