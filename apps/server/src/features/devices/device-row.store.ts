import type { DeviceSort, deviceListQuery } from '@stellwerk/contract/device';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { connectors } from '../connectors/index.ts';
import { drivers, driverVersions } from '../drivers/index.ts';
import { findPage, summaryColumns, twins } from '../twins/index.ts';
import { deviceStatus, devices } from './device.table.ts';
import { deviceJoins, matchesDevice, matchesTwinOfDevice } from './filter.store.ts';

export type DeviceList = z.output<typeof deviceListQuery> & { connectorType?: string };

/** Devices that were never heard of count as the oldest. */
const sortColumns = {
  title: sql`lower(${twins.title})`,
  externalId: sql`${devices.externalId}`,
  health: sql`${deviceStatus.health}`,
  lastSeenAt: sql`coalesce(${deviceStatus.lastSeenAt}, '-infinity')`,
  createdAt: sql`${twins.createdAt}`,
  updatedAt: sql`${twins.updatedAt}`,
  operationalStatus: sql`${devices.operationalStatus}`,
} satisfies Record<DeviceSort, SQL>;

/** One page of ids; what a row shows beside is read for these alone. */
export function findDeviceIds(db: Db, actor: Actor, { sort, offset, limit, ...query }: DeviceList) {
  const key = sortColumns[sort.replace(/^-/, '') as DeviceSort];
  const where = and(matchesTwinOfDevice(actor, query), matchesDevice(query));
  return findPage(db, { where, key, joins: deviceJoins, isDescending: sort.startsWith('-'), offset, limit });
}

const newestVersion = sql`(select max(newest.number) from ${driverVersions} newest
  where newest.driver_id = ${devices.driverId})`;
const pinnedVersion = sql`(select pinned.number from ${driverVersions} pinned where pinned.id = ${devices.driverVersionId})`;

const columns = (actor: Actor) => ({
  ...summaryColumns(actor),
  externalId: devices.externalId,
  operationalStatus: devices.operationalStatus,
  groups: devices.groups,
  connectorId: devices.connectorId,
  connectorName: connectors.name,
  connectorType: connectors.type,
  driverId: devices.driverId,
  driverTitle: drivers.title,
  driverVersionId: devices.driverVersionId,
  // Number 0 is the draft: nothing is published yet.
  newestVersion: sql<number | null>`nullif(${newestVersion}, 0)`,
  version: sql<number | null>`coalesce(${pinnedVersion}, nullif(${newestVersion}, 0))`,
  lastSeenAt: deviceStatus.lastSeenAt,
  health: deviceStatus.health,
  connectorData: devices.connectorData,
  targetReference: devices.targetReference,
  healthConfig: devices.healthConfig,
});

/** In the order of the ids. */
export async function findDeviceRows(db: Db, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select(columns(actor))
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
    .innerJoin(devices, eq(devices.twinId, twins.id))
    .innerJoin(deviceStatus, eq(deviceStatus.twinId, twins.id))
    .innerJoin(connectors, eq(connectors.id, devices.connectorId))
    .leftJoin(drivers, eq(drivers.id, devices.driverId))
    .where(inArray(twins.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
export type FoundDevice = Awaited<ReturnType<typeof findDeviceRows>>[number];
