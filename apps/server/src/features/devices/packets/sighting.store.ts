import { maxClockSkewMs } from '@stellwerk/contract/state';
import { sql } from 'drizzle-orm';
import type { Sighting } from '../../../ingest/ports.ts';
import { int4Array, int8Array, timeArray } from '../../../platform/db/binary-array.ts';
import type { Db } from '../../../platform/db/db.ts';
import { deviceStatus, devices } from '../device.table.ts';

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

/** A device in transit, or ready for operation, becomes operational with its first packet. */
export async function startOperation(db: Db, twinIds: readonly number[]): Promise<void> {
  if (twinIds.length === 0) return;
  await db.execute(sql`update ${devices} set operational_status = 3
    where twin_id = any(${sql.param([...twinIds])}::bigint[]) and operational_status in (1, 2)`);
}
