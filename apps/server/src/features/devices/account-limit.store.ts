import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { twinView } from '../twins/index.ts';
import { devices } from './device.table.ts';

/** The limit of an account, null if it has none. Then nothing is locked, so that devices are created in parallel. */
export async function lockAccountLimit(db: Db, accountId: number): Promise<number | null> {
  const query = () =>
    db.select({ limit: accounts.maxNumberOfDevices }).from(accounts).where(eq(accounts.id, accountId));
  const [found] = await query();
  // Zero means no limit, as for other limits of accounts.
  if (!found?.limit) return null;
  const [locked] = await query().for('no key update');
  return locked?.limit || null;
}

export async function countDevicesOf(db: Db, accountId: number): Promise<number> {
  const rows = db
    .select({ id: devices.twinId })
    .from(devices)
    .innerJoin(twinView, eq(twinView.id, devices.twinId))
    .where(eq(twinView.accountId, accountId));
  return db.$count(rows.as('devices_of_account'));
}
