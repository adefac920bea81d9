import { eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { byId, type FavouriteKind } from '../favourites/index.ts';
import { drivers, driverVersions } from './driver.table.ts';
import { usableDrivers } from './guard.store.ts';
import type { DriverDevicesPort } from './ports.ts';

/** The draft has the number 0. */
const publishedVersion = sql<number | null>`(select nullif(max(version.number), 0) from ${driverVersions} version
  where version.driver_id = ${drivers.id})`;

export const driverFavourite = (devices: Pick<DriverDevicesPort, 'countByDriver'>): FavouriteKind => ({
  type: 'driver',
  column: 'driverId',
  notFound: 'DEVICEDRIVER_NOT_FOUND',
  idIn: (body) => (body.type === 'driver' ? body.driverId : undefined),

  async find(db, actor, ids) {
    // Who may use a driver is a rule of its own, which drivers know.
    const seen = [...(await usableDrivers(db, actor, ids))];
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
      .where(inArray(drivers.id, seen));
    const counts = await devices.countByDriver(db, seen, actor.grants);
    return byId(rows, (row) => ({
      type: 'driver',
      object: { ...row, deviceCount: counts.get(row.id) ?? 0 },
    }));
  },
});
