import { readsDevices } from '@stellwerk/contract/device';
import { readsDrivers } from '@stellwerk/contract/driver';
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { listPackets } from '../../../ingest/log/list/list.store.ts';
import { deviceStatusView } from '../../../ingest/newest/index.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { isInside, isLeft, type MoveBlockerCounter } from '../../accounts/index.ts';
import { type ConnectorUsesPort, connectorView } from '../../connectors/index.ts';
import { type CountedFor, type DriverDevicesPort, driverView, versionInUse } from '../../drivers/index.ts';
import { twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import { openPastDirectory } from '../directory/past.ts';

const count = sql<number>`count(*)::int`;

/** Counts devices only, because connector states of plain twins accept packets of any connector. */
export const countDevices: ConnectorUsesPort['countDevices'] = async (db, connectorIds) => {
  if (connectorIds.length === 0) return new Map();
  const rows = await db
    .select({ id: devices.connectorId, count })
    .from(devices)
    .where(inArray(devices.connectorId, [...connectorIds]))
    .groupBy(devices.connectorId);
  return new Map(rows.map((row) => [row.id, row.count]));
};

/** Counts devices of a moving branch that use connectors or drivers of the accounts above its old place. */
export const countDevicesAcross: MoveBlockerCounter = async (db, border) => {
  const [row] = await db
    .select({ count })
    .from(devices)
    .innerJoin(twinView, eq(twinView.id, devices.twinId))
    .innerJoin(connectorView, eq(connectorView.id, devices.connectorId))
    .leftJoin(driverView, and(eq(driverView.id, devices.driverId), eq(driverView.visibility, 'account')))
    .where(
      and(
        isInside(twinView.accountId, border),
        or(isLeft(connectorView.accountId, border), isLeft(driverView.accountId, border)),
      ),
    );
  return row?.count ?? 0;
};

/** Accounts share the drivers of accounts above: a count must not reveal the devices of other accounts. */
const isCounted = (countedFor: CountedFor): SQL | undefined =>
  countedFor === 'everybody'
    ? undefined
    : sql`exists (select from ${twinView} join ${accounts} on ${accounts.id} = ${twinView.accountId}
        join ${scopes} on ${scopes.id} = ${accounts.scopeId}
        where ${twinView.id} = ${devices.twinId} and ${visible(countedFor, readsDrivers, scopes.path)})`;

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

  /** Counts devices by the version that they use; devices that are not pinned use the newest one. */
  async countByVersion(db, driverId, countedFor) {
    const version = versionInUse(devices.driverVersionId, sql`${driverId}`);
    const rows = await db
      .select({ version, count })
      .from(devices)
      .where(and(eq(devices.driverId, driverId), isCounted(countedFor)))
      .groupBy(sql`1`);
    return new Map(rows.flatMap((row) => (row.version === null ? [] : [[Number(row.version), row.count] as const])));
  },

  /** Counts the accounts with devices of the driver that are neither this account nor below it. */
  async accountsOutside(db, driverId, accountId) {
    const own = sql`(select home.path from ${accounts} owner join ${scopes} home on home.id = owner.scope_id
      where owner.id = ${accountId})`;
    const [row] = await db
      .select({ count: sql<number>`count(distinct ${twinView.accountId})::int` })
      .from(devices)
      .innerJoin(twinView, eq(twinView.id, devices.twinId))
      .innerJoin(accounts, eq(accounts.id, twinView.accountId))
      .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
      .where(and(eq(devices.driverId, driverId), sql`not ${scopes.path} <@ ${own}`));
    return row?.count ?? 0;
  },

  /** Pins the devices that follow the driver to this version, and returns their number. */
  async pin(db, driverId, versionId) {
    const pinned = await db
      .update(devices)
      .set({ driverVersionId: versionId })
      .where(and(eq(devices.driverId, driverId), isNull(devices.driverVersionId)));
    return pinned.rowCount ?? 0;
  },

  /** The newest packets of the driver's devices that the caller may see. */
  async packetsOf(db, actor, driverId, limit) {
    // The newest packets belong to the devices with the latest sightings.
    const heard = await db
      .select({ id: devices.twinId })
      .from(devices)
      .innerJoin(deviceStatusView, eq(deviceStatusView.twinId, devices.twinId))
      .innerJoin(twinView, eq(twinView.id, devices.twinId))
      .where(and(eq(devices.driverId, driverId), visible(actor.grants, readsDevices, twinView.scopePath)))
      .orderBy(sql`${deviceStatusView.lastSeenAt} desc nulls last`)
      .limit(limit);
    const packets = heard.length > 0 ? await listPackets(db, { deviceIds: heard.map(({ id }) => id), limit }) : [];
    return { packets, directory: await openPastDirectory(db, packets) };
  },
};
