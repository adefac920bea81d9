import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';

export async function findDevicePlaces(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({
      id: twinView.id,
      title: twinView.title,
      accountId: twinView.accountId,
      scopeId: twinView.scopeId,
      scopePath: sql<string>`${twinView.scopePath}::text`,
    })
    .from(devices)
    .innerJoin(twinView, eq(twinView.id, devices.twinId))
    .where(inArray(devices.twinId, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function accountScope(db: Db, accountId: number): Promise<number | undefined> {
  const [found] = await db.select({ id: accounts.scopeId }).from(accounts).where(eq(accounts.id, accountId));
  return found?.id;
}
