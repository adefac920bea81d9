import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { addDeviceStatus, newestTables } from '../../ingest/newest/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { lockConnector } from '../connectors/index.ts';
import { driverVersionView } from '../drivers/index.ts';
import { twinView } from '../twins/index.ts';
import { devices } from './device.table.ts';

type NewDeviceRow = typeof devices.$inferInsert;
export type DeviceChange = Partial<Omit<NewDeviceRow, 'twinId'>>;

/** The unique index decides between concurrent requests. */
const refuseDuplicate =
  (externalId: string) =>
  (error: unknown): never => {
    if (!violates(error, 'devices_external_id')) throw error;
    const issues = [{ path: 'externalId', code: 'taken' as const, params: {} }];
    return fail('VDEVICE_DUPLICATE_EXTERNAL_ID', { externalId }, { issues, cause: error });
  };

export async function insertDevice(db: Db, device: NewDeviceRow): Promise<void> {
  await db.insert(devices).values(device).catch(refuseDuplicate(device.externalId));
  await addDeviceStatus(db, [device.twinId]);
}

/** Inserts devices in pages, because a statement takes at most 65,535 parameters. */
export async function insertDevices(db: Db, rows: readonly NewDeviceRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1_000) {
    const page = rows.slice(start, start + 1_000);
    await db
      .insert(devices)
      .values(page)
      .catch(refuseDuplicate(page[0]?.externalId ?? ''));
    await addDeviceStatus(
      db,
      page.map(({ twinId }) => twinId),
    );
  }
}

/** Updates the planner's statistics after many inserts; autovacuum would do it too late. */
export async function analyzeDevices(db: Db): Promise<void> {
  await db.execute(sql`analyze twins, devices, states, ${newestTables}`);
}

export async function changeDevice(db: Db, id: number, externalId: string, change: DeviceChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.update(devices).set(change).where(eq(devices.twinId, id)).catch(refuseDuplicate(externalId));
}

interface Configured {
  twinId: number;
  driverId: number;
  driverVersionId: number | null;
  groups: string[];
  healthConfig: unknown;
}

/** Sets the configuration of many devices in one statement. */
export async function configureDevices(db: Db, rows: readonly Configured[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    update ${devices} set driver_id = given."driverId", driver_version_id = given."driverVersionId",
      groups = array(select jsonb_array_elements_text(given.groups)), health_config = given."healthConfig"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      "twinId" bigint, "driverId" bigint, "driverVersionId" bigint, groups jsonb, "healthConfig" jsonb)
    where twin_id = given."twinId"`);
}

export async function lockDevice(db: Db, id: number) {
  const [found] = await db.select().from(devices).where(eq(devices.twinId, id)).for('no key update');
  return found;
}
export type DeviceRecord = NonNullable<Awaited<ReturnType<typeof lockDevice>>>;

export async function findDevice(db: Db, id: number): Promise<DeviceRecord | undefined> {
  const [found] = await db.select().from(devices).where(eq(devices.twinId, id));
  return found;
}

export async function accountsOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: twinView.id, accountId: twinView.accountId })
    .from(twinView)
    .where(inArray(twinView.id, [...ids]));
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}

/** The number of devices of a connector. Others can add devices only after the end of the transaction. */
export async function countWithLock(db: Db, connectorId: number): Promise<number> {
  await lockConnector(db, connectorId);
  return db.$count(devices, eq(devices.connectorId, connectorId));
}

const versionColumns = {
  id: driverVersionView.id,
  number: driverVersionView.number,
  variables: driverVersionView.variables,
  downlinks: driverVersionView.downlinks,
};

export async function findVersion(db: Db, driverId: number, number?: number) {
  const isMeant = number === undefined ? gt(driverVersionView.number, 0) : eq(driverVersionView.number, number);
  const [found] = await db
    .select(versionColumns)
    .from(driverVersionView)
    .where(and(eq(driverVersionView.driverId, driverId), isMeant))
    .orderBy(sql`${driverVersionView.number} desc`)
    .limit(1);
  return found;
}
export type FoundVersion = NonNullable<Awaited<ReturnType<typeof findVersion>>>;

export async function versionOf(
  db: Db,
  { driverId, driverVersionId }: Pick<DeviceRecord, 'driverId' | 'driverVersionId'>,
): Promise<FoundVersion | undefined> {
  if (driverId === null) return undefined;
  if (driverVersionId === null) return findVersion(db, driverId);
  const [found] = await db
    .select(versionColumns)
    .from(driverVersionView)
    .where(eq(driverVersionView.id, driverVersionId));
  return found;
}
