import { maxClockSkewMs } from '@stellwerk/contract/state';
import { sql } from 'drizzle-orm';
import { int4Array, int8Array, timeArray } from '../../platform/db/binary-array.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Sighting } from '../ports.ts';
import { deviceStatus } from './newest.table.ts';

/** Called once for each created device. */
export async function addDeviceStatus(db: Db, twinIds: readonly number[]): Promise<void> {
  if (twinIds.length > 0) await db.insert(deviceStatus).values(twinIds.map((twinId) => ({ twinId })));
}

/**
 * Writes in the order of ids, like all code that writes several devices. The latest time is kept, unless it is so far
 * ahead that it was recorded with a fast clock: the device would not be reported missing until then.
 */
export async function noteSightings(db: Db, sightings: readonly Sighting[]): Promise<void> {
  if (sightings.length === 0) return;
  const sorted = sightings.toSorted((a, b) => a.twinId - b.twinId);
  await db.execute(sql`
    update ${deviceStatus} set last_seen_at = case
        when last_seen_at > seen.at + make_interval(secs => ${maxClockSkewMs / 1_000}) then seen.at
        else greatest(last_seen_at, seen.at) end, packets = device_status.packets + seen.packets
    from (select unnest(${int8Array(sorted.map(({ twinId }) => twinId))}::int8[]) as twin_id,
      unnest(${timeArray(sorted.map(({ receivedAt }) => receivedAt.getTime()))}::timestamptz[]) as at,
      unnest(${int4Array(sorted.map(({ packets }) => packets))}::int4[]) as packets) as seen
    where device_status.twin_id = seen.twin_id`);
}

/** Locks devices against sightings and other evaluations of their health, in the order of their ids. */
export async function lockDeviceStatus(db: Db, twinIds: readonly number[]): Promise<void> {
  const ids = sql`${sql.param([...twinIds])}::bigint[]`;
  await db.execute(sql`select 1 from ${deviceStatus} where twin_id = any(${ids}) order by twin_id for no key update`);
}

/** Writes changed healths only, in the order of ids, which prevents deadlocks. */
export async function writeHealth(db: Db, outcomes: readonly { twinId: number; health: number }[]): Promise<void> {
  if (outcomes.length === 0) return;
  const ids = sql.param(outcomes.map(({ twinId }) => twinId));
  const healths = sql.param(outcomes.map(({ health }) => health));
  await db.execute(sql`
    with changed as (
      select status.twin_id, entry.health from ${deviceStatus} status
      join unnest(${ids}::bigint[], ${healths}::smallint[]) as entry(id, health) on entry.id = status.twin_id
      where status.health <> entry.health order by status.twin_id for no key update of status
    )
    update ${deviceStatus} set health = changed.health from changed where device_status.twin_id = changed.twin_id`);
}
