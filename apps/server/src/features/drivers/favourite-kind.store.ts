import { eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { seenFrom } from '../../platform/tenancy/scoped-from.ts';
import type { FavouriteKind } from '../favourites/index.ts';
import { drivers, driverVersions } from './driver.table.ts';
import { scopedDrivers } from './driver.view.ts';
import { isUsable } from './guard.store.ts';
import type { DriverDevicesPort } from './ports.ts';

/** Number of the newest published version; null if there is only the draft, which has the number 0. */
const publishedVersion = sql<number | null>`(select nullif(max(version.number), 0) from ${driverVersions} version
  where version.driver_id = ${drivers.id})`;

export const driverFavourite = (devices: Pick<DriverDevicesPort, 'countByDriver'>): FavouriteKind => ({
  type: 'driver',
  notFound: 'DEVICEDRIVER_NOT_FOUND',
  visibleTo: (actor) => seenFrom(scopedDrivers, isUsable(actor)),

  async read(db, ids, { grants }) {
    const rows = await db
      .select({
        id: drivers.id,
        title: drivers.title,
        tenantId: accounts.id,
        tenantName: accounts.name,
        manufacturer: drivers.manufacturer,
        publishedVersion,
      })
      .from(drivers)
      .innerJoin(accounts, eq(accounts.id, drivers.accountId))
      .where(inArray(drivers.id, ids));
    const counts = await devices.countByDriver(db, ids, grants);
    return rows.map((row) => ({ type: 'driver', object: { ...row, deviceCount: counts.get(row.id) ?? 0 } }));
  },
});
