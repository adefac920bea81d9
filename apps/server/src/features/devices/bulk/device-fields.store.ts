import { operationalStatuses } from '@stellwerk/contract/device';
import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import type { Fields } from '../../bulk/index.ts';
import { twinView } from '../../twins/index.ts';
import { devices } from '../device.table.ts';

/** The fields that bulk edit can change. */
export async function readEditFields(db: Db, ids: readonly number[]): Promise<Map<number, Fields>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: devices.twinId,
      operationalStatus: devices.operationalStatus,
      groups: devices.groups,
      tags: twinView.tags,
      disabled: twinView.disabled,
      parentId: twinView.parentId,
    })
    .from(devices)
    .innerJoin(twinView, eq(twinView.id, devices.twinId))
    .where(inArray(devices.twinId, [...ids]));
  return new Map(
    rows.map(({ id, operationalStatus, ...fields }) => [
      id,
      { ...fields, operationalStatus: operationalStatuses[operationalStatus] ?? 'unset' },
    ]),
  );
}

export const titlesOf = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: twinView.id, title: twinView.title })
    .from(twinView)
    .where(inArray(twinView.id, [...ids]));
  return new Map(rows.map(({ id, title }) => [id, title]));
};

/** The accounts of the devices, each once. */
export const accountsOfSelection = (db: Db, ids: readonly number[]) =>
  db
    .selectDistinct({ id: twinView.accountId, name: twinView.accountName })
    .from(twinView)
    .where(inArray(twinView.id, [...ids]))
    .orderBy(twinView.accountId);

/**
 * The place of a job over these devices: their common scope, their common account or the account of the caller. Users who
 * see the job see its errors, so it must not lie below any of the devices.
 */
export async function placeOfSelection(db: Db, ids: readonly number[], ownAccountId: number) {
  const found = await db
    .selectDistinct({ accountId: twinView.accountId, scopeId: twinView.scopeId })
    .from(twinView)
    .where(inArray(twinView.id, [...ids]));
  const [first] = found;
  if (found.length === 1) return first;
  const isOneAccount = first !== undefined && found.every(({ accountId }) => accountId === first.accountId);
  const accountId = isOneAccount ? first.accountId : ownAccountId;
  const [home] = await db.select({ scopeId: accounts.scopeId }).from(accounts).where(eq(accounts.id, accountId));
  return home && { accountId, scopeId: home.scopeId };
}
