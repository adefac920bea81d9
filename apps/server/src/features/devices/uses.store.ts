import { readsDevices } from '@stellwerk/contract/device';
import { readsDrivers } from '@stellwerk/contract/driver';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import type { ConnectorUsesPort } from '../connectors/index.ts';
import { type CountedFor, type DriverDevicesPort, driverVersions } from '../drivers/index.ts';
import { listPackets } from '../packets/index.ts';
import { twins } from '../twins/index.ts';
import { deviceStatus, devices } from './device.table.ts';

const count = sql<number>`count(*)::int`;

const newestVersion = (driverId: number): SQL<number | null> =>
  sql`(select ${driverVersions.id} from ${driverVersions} where ${driverVersions.driverId} = ${driverId}
    and ${driverVersions.number} > 0 order by ${driverVersions.number} desc limit 1)`;

/**
 * What takes its data from connectors. States of plain twins name an identifier and no connector: whatever connector
 * brings a message for it feeds them, so none of them hangs on a single one.
 */
export const countDevices: ConnectorUsesPort['countDevices'] = async (db, connectorIds) => {
  if (connectorIds.length === 0) return new Map();
  const rows = await db
    .select({ id: devices.connectorId, count })
    .from(devices)
    .where(inArray(devices.connectorId, [...connectorIds]))
    .groupBy(devices.connectorId);
  return new Map(rows.map((row) => [row.id, row.count]));
};

/** Accounts share drivers of those above: a count must not say how many devices others have. */
const isCounted = (countedFor: CountedFor): SQL | undefined =>
  countedFor === 'everybody'
    ? undefined
    : sql`exists (select from ${twins} join ${accounts} on ${accounts.id} = ${twins.accountId}
        join ${scopes} on ${scopes.id} = ${accounts.scopeId}
        where ${twins.id} = ${devices.twinId} and ${visible(countedFor, readsDrivers, scopes.path)})`;

/** The devices of drivers. */
export const driverDevices: DriverDevicesPort = {
  async countByDriver(db, driverIds, countedFor) {
    if (driverIds.length === 0) return new Map();
    const rows = await db
      .select({ id: sql<number>`${devices.driverId}`, count })
      .from(devices)
      .where(and(inArray(devices.driverId, [...driverIds]), isCounted(countedFor)))
      .groupBy(devices.driverId);
    return new Map(rows.map((row) => [Number(row.id), row.count]));
  },

  /** By the id of the version that they use; those that follow the driver use its newest one. */
  async countByVersion(db, driverId, countedFor) {
    const version = sql<number | null>`coalesce(${devices.driverVersionId}, ${newestVersion(driverId)})`;
    const rows = await db
      .select({ version, count })
      .from(devices)
      .where(and(eq(devices.driverId, driverId), isCounted(countedFor)))
      .groupBy(sql`1`);
    return new Map(rows.flatMap((row) => (row.version === null ? [] : [[Number(row.version), row.count] as const])));
  },

  /** How many accounts that are neither this one nor below it have devices of the driver. */
  async accountsOutside(db, driverId, accountId) {
    const own = sql`(select home.path from ${accounts} owner join ${scopes} home on home.id = owner.scope_id
      where owner.id = ${accountId})`;
    const [row] = await db
      .select({ count: sql<number>`count(distinct ${twins.accountId})::int` })
      .from(devices)
      .innerJoin(twins, eq(twins.id, devices.twinId))
      .innerJoin(accounts, eq(accounts.id, twins.accountId))
      .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
      .where(and(eq(devices.driverId, driverId), sql`not ${scopes.path} <@ ${own}`));
    return row?.count ?? 0;
  },

  /** Those that follow the driver stay with this version from now on; answers how many. */
  async pin(db, driverId, versionId) {
    const pinned = await db
      .update(devices)
      .set({ driverVersionId: versionId })
      .where(and(eq(devices.driverId, driverId), isNull(devices.driverVersionId)));
    return pinned.rowCount ?? 0;
  },

  /** The newest packets of those devices of the driver that the caller may see. */
  async packetsOf(db, actor, driverId, limit) {
    // The newest packets come from the devices that were heard of last.
    const heard = await db
      .select({ id: devices.twinId, title: twins.title })
      .from(devices)
      .innerJoin(deviceStatus, eq(deviceStatus.twinId, devices.twinId))
      .innerJoin(twins, eq(twins.id, devices.twinId))
      .innerJoin(scopes, eq(scopes.id, twins.scopeId))
      .where(and(eq(devices.driverId, driverId), visible(actor.grants, readsDevices, scopes.path)))
      .orderBy(sql`${deviceStatus.lastSeenAt} desc nulls last`)
      .limit(limit);
    if (heard.length === 0) return [];
    const titles = new Map(heard.map(({ id, title }) => [id, title]));
    const packets = await listPackets(db, { deviceIds: [...titles.keys()], limit });
    return packets.flatMap((packet) => {
      const deviceTitle = titles.get(packet.deviceId ?? 0);
      return packet.deviceId === null || deviceTitle === undefined
        ? []
        : [{ deviceId: packet.deviceId, deviceTitle, packet }];
    });
  },
};
