import type { HealthEntry } from '@stellwerk/contract/health';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { deviceView } from '../../devices/index.ts';
import { driverVersionView } from '../../drivers/index.ts';
import { stateEdgeView, stateView } from '../../states/index.ts';
import { twinView } from '../../twins/index.ts';

const columns = {
  id: deviceView.twinId,
  title: twinView.title,
  accountId: twinView.accountId,
  scopePath: sql<string>`${twinView.scopePath}::text`,
  connectorId: deviceView.connectorId,
  driverId: deviceView.driverId,
  driverVersionId: deviceView.driverVersionId,
  groups: deviceView.groups,
  healthConfig: sql<HealthEntry[]>`${deviceView.healthConfig}`,
  tags: twinView.tags,
  icon: twinView.icon,
  keyValue: twinView.keyValue,
};

/** The parts of devices that a template sets. */
export const findDevicesOfTemplate = (db: Db, ids: readonly number[]) =>
  db
    .select(columns)
    .from(deviceView)
    .innerJoin(twinView, eq(twinView.id, deviceView.twinId))
    .where(inArray(deviceView.twinId, [...ids]))
    .orderBy(deviceView.twinId);
export type DeviceOfTemplate = Awaited<ReturnType<typeof findDevicesOfTemplate>>[number];

/** The states among these that others are computed from. */
export async function findAggregated(db: Db, stateIds: readonly number[]): Promise<Set<number>> {
  if (stateIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ id: stateEdgeView.sourceStateId })
    .from(stateEdgeView)
    .where(sql`${stateEdgeView.sourceStateId} = any(${sql.param([...stateIds])}::bigint[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Undefined if the driver has no such published version. */
export async function findVersionId(db: Db, driverId: number, number: number): Promise<number | undefined> {
  const [found] = await db
    .select({ id: driverVersionView.id })
    .from(driverVersionView)
    .where(and(eq(driverVersionView.driverId, driverId), eq(driverVersionView.number, number)));
  return found?.id;
}

export async function findVersionNumber(db: Db, versionId: number): Promise<number | undefined> {
  const [found] = await db
    .select({ number: driverVersionView.number })
    .from(driverVersionView)
    .where(eq(driverVersionView.id, versionId));
  return found?.number;
}

/** Ids of the states of devices by their key in lower case. */
export async function findStateIds(db: Db, twinIds: readonly number[]): Promise<Map<number, Map<string, number>>> {
  const rows = await db
    .select({ id: stateView.id, twinId: stateView.twinId, key: sql<string>`lower(${stateView.key})` })
    .from(stateView)
    .where(inArray(stateView.twinId, [...twinIds]));
  const result = new Map<number, Map<string, number>>();
  for (const { id, twinId, key } of rows) {
    const known = result.get(twinId) ?? new Map<string, number>();
    result.set(twinId, known.set(key, id));
  }
  return result;
}
