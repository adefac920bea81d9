import { type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { inAccount } from '../../platform/tenancy/scoped-from.ts';
import { drivers, driverVersions } from './driver.table.ts';

/** The columns of drivers that other features may read and join. */
export const driverView = new QueryBuilder()
  .select({
    id: drivers.id,
    accountId: drivers.accountId,
    title: drivers.title,
    manufacturer: drivers.manufacturer,
    visibility: drivers.visibility,
  })
  .from(drivers)
  .as('driver');

/** The columns of the versions of drivers that other features may read and join. */
export const driverVersionView = new QueryBuilder()
  .select({
    id: driverVersions.id,
    driverId: driverVersions.driverId,
    number: driverVersions.number,
    publishedAt: driverVersions.publishedAt,
    parser: driverVersions.parser,
    variables: driverVersions.variables,
    health: driverVersions.health,
    downlinks: driverVersions.downlinks,
  })
  .from(driverVersions)
  .as('driver_version');

/** The id of the version that a device uses: the one it is pinned to, or the newest published one of its driver. */
export const versionInUse = (pinnedId: SQLWrapper, driverId: SQLWrapper) =>
  sql<number | null>`coalesce(${pinnedId}, (select newest.id from ${driverVersions} newest
    where newest.driver_id = ${driverId} and newest.number > 0 order by newest.number desc limit 1))`;

export const scopedDrivers = inAccount(drivers, drivers);
