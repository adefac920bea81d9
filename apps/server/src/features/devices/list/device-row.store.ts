import type { DeviceSort, deviceListQuery } from '@stellwerk/contract/device';
import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { deviceStatusView } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { defineList } from '../../../platform/tenancy/list.ts';
import { connectorView } from '../../connectors/index.ts';
import { driverVersionView, driverView } from '../../drivers/index.ts';
import { readTwinRows, twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import { type DeviceQuery, visibleDevices } from './filter.store.ts';

export interface DeviceList
  extends DeviceQuery,
    Pick<
      z.output<typeof deviceListQuery>,
      'offset' | 'limit' | 'sort' | 'include_identifiers' | 'include_properties'
    > {}

/** Searches are part of the filter, because they know quoted words and ids. */
const devicePage = defineList<DeviceSort>({
  sort: {
    title: sql`lower(${twinView.title})`,
    externalId: devices.externalId,
    // Invalid (4) is between warning (2) and error (3).
    health: sql<number>`case ${deviceStatusView.health} when 4 then 2.5 else ${deviceStatusView.health} end`,
    lastSeenAt: deviceStatusView.lastSeenAt,
    createdAt: twinView.createdAt,
    updatedAt: twinView.updatedAt,
    operationalStatus: devices.operationalStatus,
  },
  nullable: ['lastSeenAt'],
});

export const findDevices = (db: Db, actor: Actor, list: DeviceList) =>
  devicePage(db, visibleDevices(actor, list), list, (ids) => findDeviceRows(db, actor, ids));

const newestVersion = sql`(select max(${driverVersionView.number}) from ${driverVersionView}
  where ${driverVersionView.driverId} = ${devices.driverId})`;
const pinnedVersion = sql`(select ${driverVersionView.number} from ${driverVersionView}
  where ${driverVersionView.id} = ${devices.driverVersionId})`;

const columns = {
  id: devices.twinId,
  externalId: devices.externalId,
  operationalStatus: devices.operationalStatus,
  groups: devices.groups,
  connectorId: devices.connectorId,
  connectorName: connectorView.name,
  connectorType: connectorView.type,
  driverId: devices.driverId,
  driverTitle: driverView.title,
  driverVersionId: devices.driverVersionId,
  // Number 0 is the draft: nothing is published yet.
  newestVersion: sql<number | null>`nullif(${newestVersion}, 0)`,
  version: sql<number | null>`coalesce(${pinnedVersion}, nullif(${newestVersion}, 0))`,
  lastSeenAt: deviceStatusView.lastSeenAt,
  health: deviceStatusView.health,
  connectorData: devices.connectorData,
  targetReference: devices.targetReference,
  healthConfig: devices.healthConfig,
};

export async function findDeviceRows(db: Db, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(devices)
    .innerJoin(deviceStatusView, eq(deviceStatusView.twinId, devices.twinId))
    .innerJoin(connectorView, eq(connectorView.id, devices.connectorId))
    .leftJoin(driverView, eq(driverView.id, devices.driverId))
    .where(inArray(devices.twinId, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const twins = new Map((await readTwinRows(db, actor, ids)).map((twin) => [twin.id, twin]));
  return ids.flatMap((id) => {
    const [row, twin] = [byId.get(id), twins.get(id)];
    return row && twin ? [{ ...twin, ...row }] : [];
  });
}
export type FoundDevice = Awaited<ReturnType<typeof findDeviceRows>>[number];
