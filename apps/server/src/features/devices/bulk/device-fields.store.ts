import { operationalStatuses } from '@stellwerk/contract/device';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { deviceStatusView } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import type { Fields } from '../../bulk/index.ts';
import { findUsableConnector } from '../../connectors/index.ts';
import { referencesOf, twinView } from '../../twins/index.ts';
import { countDevicesOf } from '../account-limit.store.ts';
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

/** All fields that an import can set, to compare an imported device with its later self. */
export async function readAllFields(db: Db, ids: readonly number[]): Promise<Map<number, Fields>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: devices.twinId,
      title: twinView.title,
      externalId: devices.externalId,
      parentId: twinView.parentId,
      connectorId: devices.connectorId,
      driverId: devices.driverId,
      description: twinView.description,
      icon: twinView.icon,
      tags: twinView.tags,
      groups: devices.groups,
      operationalStatus: devices.operationalStatus,
      disabled: twinView.disabled,
      address: twinView.address,
      latitude: twinView.latitude,
      longitude: twinView.longitude,
      floorNumber: twinView.floorNumber,
      keyValue: twinView.keyValue,
      connectorData: sql<Fields>`${devices.connectorData}`,
    })
    .from(devices)
    .innerJoin(twinView, eq(twinView.id, devices.twinId))
    .where(inArray(devices.twinId, [...ids]));
  const references = await referencesOf(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, operationalStatus, ...fields }) => [
      id,
      {
        ...fields,
        operationalStatus: operationalStatuses[operationalStatus] ?? 'unset',
        references: (references.get(id) ?? []).map(({ name, value }) => ({ name, value })),
      },
    ]),
  );
}

/** Whether one of these devices has ever received a packet. */
export async function wereSeen(db: Db, ids: readonly number[]): Promise<boolean> {
  const found = await db
    .select({ id: deviceStatusView.twinId })
    .from(deviceStatusView)
    .where(and(inArray(deviceStatusView.twinId, [...ids]), isNotNull(deviceStatusView.lastSeenAt)))
    .limit(1);
  return found.length > 0;
}

/** The limits that apply to new devices here, and how much of them is used. */
export async function findLimits(db: Db, { accountId, connectorId }: { accountId: number; connectorId: number }) {
  const [account] = await db
    .select({ limit: accounts.maxNumberOfDevices })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const connector = await findUsableConnector(db, connectorId, accountId);
  return [
    ...(account?.limit
      ? [{ of: 'account' as const, limit: account.limit, used: await countDevicesOf(db, accountId) }]
      : []),
    ...(connector && connector.deviceLimit !== null
      ? [
          {
            of: 'connector' as const,
            limit: connector.deviceLimit,
            used: await db.$count(devices, eq(devices.connectorId, connectorId)),
          },
        ]
      : []),
  ];
}
