import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from '../twins/index.ts';
import { devices } from './device.table.ts';

/** Where devices live. */
export async function findDevicePlaces(db: Db, ids: readonly number[]) {
  const rows = await db
    .select({
      id: twins.id,
      title: twins.title,
      accountId: twins.accountId,
      scopeId: twins.scopeId,
      scopePath: sql<string>`${scopes.path}::text`,
    })
    .from(devices)
    .innerJoin(twins, eq(twins.id, devices.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(inArray(devices.twinId, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function accountScope(db: Db, accountId: number): Promise<number | undefined> {
  const [found] = await db.select({ id: accounts.scopeId }).from(accounts).where(eq(accounts.id, accountId));
  return found?.id;
}
