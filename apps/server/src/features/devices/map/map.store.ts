import { readsDevices } from '@stellwerk/contract/device';
import { and, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { deviceStatusView } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { matchesTwins, scopedTwins, twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import { type DeviceQuery, matchesDevice, visibleDevices } from '../list/filter.store.ts';

/** The filter of devices as a condition over twins joined with their scopes, which maps read. */
export function matchesDevices(actor: Actor, query: DeviceQuery): SQL | undefined {
  const { tenantId, twinId, tags, disabled, favourites } = query;
  const filter = { category: 'virtualDevice' as const, tenantId, twinId, tags, disabled, favourites };
  const own = matchesDevice(query);
  const isMeant =
    own &&
    sql`exists (select 1 from ${devices} inner join ${deviceStatusView} on ${deviceStatusView.twinId} = ${devices.twinId}
      where ${devices.twinId} = ${scopedTwins.id} and ${own})`;
  return and(matchesTwins(actor, filter, readsDevices), isMeant);
}

/** Whether a map would show any of these devices. */
export async function hasPlaces(db: Db, actor: Actor, query: DeviceQuery): Promise<boolean> {
  const placed = visibleDevices(actor, query).where(or(isNotNull(twinView.x), isNotNull(twinView.geoPolygon)));
  return (await db.execute(sql`select 1 ${placed.every} limit 1`)).rows.length > 0;
}
