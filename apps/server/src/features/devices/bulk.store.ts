import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { countWithLock } from './device.store.ts';
import { deviceStatus, devices } from './device.table.ts';

type NewDeviceRow = typeof devices.$inferInsert;

/** A few hundred rows at a time: a statement takes 65,535 parameters at most. */
export async function insertDevices(db: Db, rows: readonly NewDeviceRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1_000) {
    const page = rows.slice(start, start + 1_000);
    await db.insert(devices).values(page);
    await db.insert(deviceStatus).values(page.map(({ twinId }) => ({ twinId })));
  }
}

/** Before devices are added to a connector that takes only so many. */
export async function lockRoom(
  db: Db,
  connectorId: number,
  { limit, wanted }: { limit: number | null; wanted: number },
): Promise<void> {
  if (limit === null) return;
  if ((await countWithLock(db, connectorId)) + wanted > limit) fail('VDEVICE_LIMIT_REACHED', { limit });
}

/** Until the database counts by itself, it would plan as if the new ones were not there. */
export async function countAnew(db: Db): Promise<void> {
  await db.execute(sql`analyze twins, devices, device_status, states, state_values`);
}
