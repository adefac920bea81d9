import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { connectors } from '../connectors/index.ts';
import { drivers, driverVersions } from '../drivers/index.ts';
import { twins } from '../twins/index.ts';
import { deviceStatus, devices } from './device.table.ts';

type NewDeviceRow = typeof devices.$inferInsert;
export type DeviceChange = Partial<Omit<NewDeviceRow, 'twinId'>>;

/** Of two who are first the database knows which. */
const refuseDuplicate =
  (externalId: string) =>
  (error: unknown): never => {
    if (!violates(error, 'devices_external_id')) throw error;
    const issues = [{ path: 'externalId', code: 'taken' as const, params: {} }];
    return fail('VDEVICE_DUPLICATE_EXTERNAL_ID', { externalId }, { issues, cause: error });
  };

export async function insertDevice(db: Db, device: NewDeviceRow): Promise<void> {
  await db.insert(devices).values(device).catch(refuseDuplicate(device.externalId));
  await db.insert(deviceStatus).values({ twinId: device.twinId });
}

export async function changeDevice(db: Db, id: number, externalId: string, change: DeviceChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.update(devices).set(change).where(eq(devices.twinId, id)).catch(refuseDuplicate(externalId));
}

/** Whoever changes a device does so alone. */
export async function lockDevice(db: Db, id: number) {
  const [found] = await db.select().from(devices).where(eq(devices.twinId, id)).for('no key update');
  return found;
}
export type DeviceRecord = NonNullable<Awaited<ReturnType<typeof lockDevice>>>;

export async function findDevice(db: Db, id: number): Promise<DeviceRecord | undefined> {
  const [found] = await db.select().from(devices).where(eq(devices.twinId, id));
  return found;
}

/** The account of each device. */
export async function accountsOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: twins.id, accountId: twins.accountId })
    .from(twins)
    .where(inArray(twins.id, [...ids]));
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}

export async function setDisabled(db: Db, id: number, disabled: boolean): Promise<void> {
  await db
    .update(twins)
    .set({ disabled, updatedAt: sql`now()` })
    .where(and(eq(twins.id, id), sql`${twins.disabled} <> ${disabled}`));
}

/** Is this the account, or one above it? Joined with the account's own scope. */
const isAbove = (accountId: number): SQL => sql`${scopes.path} @> (select below.path from ${accounts} lower_account
  join ${scopes} below on below.id = lower_account.scope_id where lower_account.id = ${accountId})`;

/** A connector that devices of an account may take their data from. */
export async function findUsableConnector(db: Db, id: number, accountId: number) {
  const [found] = await db
    .select({ id: connectors.id, type: connectors.type, deviceLimit: connectors.deviceLimit })
    .from(connectors)
    .innerJoin(accounts, eq(accounts.id, connectors.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(and(eq(connectors.id, id), isAbove(accountId)));
  return found;
}

/** How many devices a connector has; nobody adds one before the end of the transaction. */
export async function countWithLock(db: Db, connectorId: number): Promise<number> {
  await db.select({ id: connectors.id }).from(connectors).where(eq(connectors.id, connectorId)).for('no key update');
  return db.$count(devices, eq(devices.connectorId, connectorId));
}

/** A driver that devices of an account may use, with its newest published version. */
export async function isUsableDriver(db: Db, id: number, accountId: number): Promise<boolean> {
  const [found] = await db
    .select({ id: drivers.id })
    .from(drivers)
    .innerJoin(accounts, eq(accounts.id, drivers.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(and(eq(drivers.id, id), sql`(${drivers.visibility} = 'everyone' or ${isAbove(accountId)})`));
  return found !== undefined;
}

const versionColumns = {
  id: driverVersions.id,
  number: driverVersions.number,
  variables: driverVersions.variables,
  downlinks: driverVersions.downlinks,
};

/** A published version by its number; without one the newest. */
export async function findVersion(db: Db, driverId: number, number?: number) {
  const isMeant = number === undefined ? sql`${driverVersions.number} > 0` : eq(driverVersions.number, number);
  const [found] = await db
    .select(versionColumns)
    .from(driverVersions)
    .where(and(eq(driverVersions.driverId, driverId), isMeant))
    .orderBy(sql`${driverVersions.number} desc`)
    .limit(1);
  return found;
}
export type FoundVersion = NonNullable<Awaited<ReturnType<typeof findVersion>>>;

/** The version that a device uses; undefined without a driver. */
export async function versionOf(
  db: Db,
  { driverId, driverVersionId }: Pick<DeviceRecord, 'driverId' | 'driverVersionId'>,
): Promise<FoundVersion | undefined> {
  if (driverId === null) return undefined;
  if (driverVersionId === null) return findVersion(db, driverId);
  const [found] = await db.select(versionColumns).from(driverVersions).where(eq(driverVersions.id, driverVersionId));
  return found;
}
