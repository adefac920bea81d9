import { eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { countPacketsOf } from '../../../ingest/log/list/hours.store.ts';
import type { Db } from '../../../platform/db/db.ts';
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts';
import { everyDevice, scopedDevices } from '../../devices/index.ts';
import { deviceFilterOf } from '../group-filter.ts';
import type { StoredSmartGroup } from '../smart-group.store.ts';
import { smartGroupPackets, smartGroups } from '../smart-group.table.ts';

const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;

/** Groups whose packets before this hour are not counted yet, one after the other by their ids. */
export async function nextUncounted(db: Db, until: Date, afterId: number): Promise<StoredSmartGroup | undefined> {
  const [found] = await db
    .select()
    .from(smartGroups)
    .where(
      sql`${smartGroups.id} > ${afterId} and ${or(isNull(smartGroups.countedUntil), lt(smartGroups.countedUntil, until))}`,
    )
    .orderBy(smartGroups.id)
    .limit(1);
  return found;
}

interface Hours {
  from: Date;
  until: Date;
}

/** Counts the packets of all devices of a locked group by hour, and replaces earlier counts of these hours. */
export async function countHours(db: Db, group: StoredSmartGroup, { from, until }: Hours): Promise<void> {
  const members = sql`select ${scopedDevices.id} ${everyDevice(deviceFilterOf(group, until))}`;
  const counted = countPacketsOf(members, { fromMs: from.getTime(), untilMs: until.getTime() });
  await db.execute(sql`
    delete from ${smartGroupPackets} where group_id = ${group.id} and hour >= ${at(from)} and hour < ${at(until)}`);
  await db.execute(sql`
    insert into ${smartGroupPackets} (group_id, hour, packets)
    select ${group.id}, to_timestamp(counted.hour / 1000.0), counted.packets from (${counted}) as counted`);
  await db.update(smartGroups).set({ countedUntil: until }).where(eq(smartGroups.id, group.id));
}

export async function sumBefore(db: Db, groupId: number, { from, until }: Hours): Promise<number> {
  const { rows } = await db.execute<{ packets: number }>(sql`
    select coalesce(sum(packets), 0)::float8 as packets from ${smartGroupPackets}
    where group_id = ${groupId} and hour >= ${at(from)} and hour < ${at(until)}`);
  return rows[0]?.packets ?? 0;
}

export async function sumBetween(db: Db, groupId: number, edgesMs: readonly number[]): Promise<number[]> {
  const edges = sql`${sql.param([...edgesMs])}::bigint[]`;
  const { rows } = await db.execute<{ span: number; packets: number }>(sql`
    select width_bucket((extract(epoch from hour) * 1000)::bigint, ${edges}) as span, sum(packets)::float8 as packets
    from ${smartGroupPackets} where group_id = ${groupId}
      and hour >= to_timestamp(${edgesMs[0] ?? 0} / 1000.0) and hour < to_timestamp(${edgesMs.at(-1) ?? 0} / 1000.0)
    group by 1`);
  const bySpan = new Map(rows.map(({ span, packets }) => [span, packets]));
  return edgesMs.slice(0, -1).map((_, index) => bySpan.get(index + 1) ?? 0);
}

export async function firstHour(db: Db, groupId: number): Promise<Date | null> {
  const [first] = await db
    .select({ hour: smartGroupPackets.hour })
    .from(smartGroupPackets)
    .where(eq(smartGroupPackets.groupId, groupId))
    .orderBy(smartGroupPackets.hour)
    .limit(1);
  return first?.hour ?? null;
}

/** Forgets all counts, because they belong to another filter. */
export const forgetHours = (db: Db, groupId: number) =>
  db.delete(smartGroupPackets).where(eq(smartGroupPackets.groupId, groupId));

export const dropHoursBefore = (db: Db, before: Date, signal: AbortSignal): Promise<void> =>
  deleteInBatches(
    db,
    signal,
    (batchSize) => sql`
      delete from ${smartGroupPackets} where (group_id, hour) in (
        select group_id, hour from ${smartGroupPackets} where hour < ${at(before)} order by hour limit ${batchSize})`,
  );
