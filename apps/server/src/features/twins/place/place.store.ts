import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { twinPositions, twins } from '../twin.table.ts';
import { mercatorOf } from './mercator.ts';

interface MeasuredPlace {
  latitude: number;
  longitude: number;
  measuredAt: Date;
}

/** Stores a position. The newest becomes the current one; one with a known time replaces that position. */
export async function placeTwin(db: Db, twinId: number, { measuredAt, ...place }: MeasuredPlace): Promise<void> {
  await db.transaction(async (tx) => {
    // Serialises positions of a twin, otherwise the older of two could overwrite the newer.
    await tx.select({ id: twins.id }).from(twins).where(eq(twins.id, twinId)).for('no key update');
    await tx
      .insert(twinPositions)
      .values({ twinId, at: measuredAt, ...place })
      .onConflictDoUpdate({ target: [twinPositions.twinId, twinPositions.at], set: place });
    const isNewest = sql`not exists (select 1 from ${twinPositions} later
      where later.twin_id = ${twinId} and later.at > ${measuredAt.toISOString()}::timestamptz)`;
    await tx
      .update(twins)
      .set({ ...place, ...mercatorOf(place.latitude, place.longitude) })
      .where(and(eq(twins.id, twinId), isNewest));
  });
}

export async function findAddress(db: Db, twinId: number) {
  const { address, isAddressLinked } = twins;
  const [found] = await db.select({ address, isAddressLinked }).from(twins).where(eq(twins.id, twinId));
  return found;
}

/** Removes the older part of tracks. */
export async function dropPositions(db: Db, twinIds: number[], before: Date): Promise<void> {
  await db.delete(twinPositions).where(and(inArray(twinPositions.twinId, twinIds), lt(twinPositions.at, before)));
}

/** A health that can't be determined needs attention like a warning. */
const [warning, invalid] = [2, 4];

/**
 * Locks twins in the order of their ids, which prevents deadlocks, and returns what their healths and alarms contribute
 * to their statuses.
 */
export async function lockTwinHealths(db: Db, twinIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; health: number; alarm: number }>(
    sql`select id, health, alarm from ${twins} where id = any(${sql.param(twinIds)}::bigint[]) order by id for no key update`,
  );
  return new Map(rows.map(({ id, health, alarm }) => [id, Math.max(health === invalid ? warning : health, alarm)]));
}

/** Locks the twins among these that are not disabled, in the order of their ids, and returns their ids. */
export async function lockEnabledTwins(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${twins} where id = any(${sql.param([...ids])}::bigint[]) and not disabled
    order by id for no key update`);
  return new Set(rows.map(({ id }) => id));
}

/** Writes only changed statuses in the order of ids, so that concurrent batches can't deadlock. */
export async function setTwinStatuses(db: Db, entries: { twinId: number; status: number }[]): Promise<void> {
  if (entries.length === 0) return;
  const ids = sql.param(entries.map(({ twinId }) => twinId));
  const statuses = sql.param(entries.map(({ status }) => status));
  await db.execute(sql`
    with changed as (
      select twins.id, entry.status from ${twins} twins
      join unnest(${ids}::bigint[], ${statuses}::smallint[]) as entry(id, status) on entry.id = twins.id
      where twins.status <> entry.status
      order by twins.id
      for no key update of twins
    )
    update ${twins} set status = changed.status from changed where twins.id = changed.id`);
}

/** Writes the health of twins, apart from that of their states. Returns the twins whose health has changed. */
export async function setTwinHealths(
  db: Db,
  entries: readonly { twinId: number; health: number }[],
): Promise<number[]> {
  if (entries.length === 0) return [];
  const ids = sql.param(entries.map(({ twinId }) => twinId));
  const healths = sql.param(entries.map(({ health }) => health));
  // Reads first, because an update without effect would still lock and write rows.
  const differing = await db.execute<{ id: number; health: number }>(sql`
    select twins.id, entry.health from ${twins} twins
    join unnest(${ids}::bigint[], ${healths}::smallint[]) as entry(id, health) on entry.id = twins.id
    where twins.id = any(${ids}::bigint[]) and twins.health <> entry.health
    order by twins.id for no key update of twins`);
  if (differing.rows.length === 0) return [];
  const changedIds = differing.rows.map(({ id }) => id);
  const changed = sql`unnest(${sql.param(changedIds)}::bigint[],
    ${sql.param(differing.rows.map(({ health }) => health))}::smallint[]) as changed(id, health)`;
  await db.execute(sql`update ${twins} set health = changed.health from ${changed} where twins.id = changed.id`);
  return changedIds;
}

/**
 * Locks twins in the order of their ids and reads their alarms, so that of two concurrent changes the later one sees
 * both. Returns the twins whose worst alarm has changed.
 */
export async function setTwinAlarms(
  db: Db,
  twinIds: readonly number[],
  read: (twinIds: readonly number[]) => Promise<ReadonlyMap<number, number>>,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number; alarm: number }>(
    sql`select id, alarm from ${twins} where id = any(${sql.param([...twinIds])}::bigint[]) order by id for no key update`,
  );
  const alarms = rows.length > 0 ? await read(rows.map(({ id }) => id)) : new Map<number, number>();
  const changed = rows.filter(({ id, alarm }) => (alarms.get(id) ?? 0) !== alarm).map(({ id }) => id);
  if (changed.length === 0) return [];
  await db.execute(sql`
    update ${twins} set alarm = changed.alarm
    from unnest(${sql.param(changed)}::bigint[], ${sql.param(changed.map((id) => alarms.get(id) ?? 0))}::smallint[])
      as changed(id, alarm) where twins.id = changed.id`);
  return changed;
}

export async function setTwinsDisabled(db: Db, ids: readonly number[], disabled: boolean): Promise<number[]> {
  const changed = await db
    .update(twins)
    .set({ disabled, updatedAt: sql`now()` })
    .where(and(sql`${twins.id} = any(${sql.param([...ids])}::bigint[])`, ne(twins.disabled, disabled)))
    .returning({ id: twins.id });
  return changed.map(({ id }) => id);
}
