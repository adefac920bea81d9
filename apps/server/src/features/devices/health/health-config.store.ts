import type { HealthEntry } from '@stellwerk/contract/health';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { driverVersionView, newestVersionOf } from '../../drivers/index.ts';
import { devices } from '../device.table.ts';

async function checksOf(db: Db, versionId: number): Promise<HealthEntry[]> {
  const [found] = await db
    .select({ health: driverVersionView.health })
    .from(driverVersionView)
    .where(eq(driverVersionView.id, versionId));
  return found?.health ?? [];
}

/** The checks of a driver's newest published version; none if no version is published. */
export async function readDriverChecks(db: Db, driverId: number): Promise<HealthEntry[]> {
  const versionId = (await newestVersionOf(db, [driverId])).get(driverId);
  return versionId === undefined ? [] : checksOf(db, versionId);
}

/** The checks of the version that a device uses; undefined if it has no driver. */
export async function readChecksInUse(db: Db, twinId: number): Promise<HealthEntry[] | undefined> {
  const [found] = await db
    .select({ driverId: devices.driverId, versionId: devices.driverVersionId })
    .from(devices)
    .where(eq(devices.twinId, twinId));
  if (!found || found.driverId === null) return undefined;
  return found.versionId === null ? readDriverChecks(db, found.driverId) : checksOf(db, found.versionId);
}

export async function writeHealthConfig(db: Db, twinId: number, healthConfig: HealthEntry[]): Promise<void> {
  await db.update(devices).set({ healthConfig }).where(eq(devices.twinId, twinId));
}
