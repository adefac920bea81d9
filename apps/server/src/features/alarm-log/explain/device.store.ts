import type { HealthEntry } from '@stellwerk/contract/health';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { connectors } from '../../connectors/index.ts';
import { devices } from '../../devices/index.ts';
import { drivers, driverVersions } from '../../drivers/index.ts';
import { twins } from '../../twins/index.ts';

/** A device as far as it explains its alarms. */
export async function findExplainedDevice(db: Db, twinId: number) {
  const [found] = await db
    .select({
      id: devices.twinId,
      connectorId: devices.connectorId,
      driverId: devices.driverId,
      driverVersionId: devices.driverVersionId,
      ownChecks: devices.healthConfig,
      scopePath: sql<string>`${scopes.path}::text`,
    })
    .from(devices)
    .innerJoin(twins, eq(twins.id, devices.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(eq(devices.twinId, twinId));
  return found;
}
export type ExplainedDevice = NonNullable<Awaited<ReturnType<typeof findExplainedDevice>>>;

const versionColumns = {
  id: driverVersions.id,
  number: driverVersions.number,
  publishedAt: driverVersions.publishedAt,
  health: driverVersions.health,
  driverId: drivers.id,
  title: drivers.title,
};

export interface ExplainedVersion {
  id: number;
  number: number;
  publishedAt: Date | null;
  health: HealthEntry[];
  driverId: number;
  title: string;
}

export async function findVersion(db: Db, versionId: number): Promise<ExplainedVersion | undefined> {
  const [found] = await db
    .select(versionColumns)
    .from(driverVersions)
    .innerJoin(drivers, eq(drivers.id, driverVersions.driverId))
    .where(eq(driverVersions.id, versionId));
  return found;
}

/** Published ones, the newest first. */
export const findVersions = (db: Db, driverId: number): Promise<ExplainedVersion[]> =>
  db
    .select(versionColumns)
    .from(driverVersions)
    .innerJoin(drivers, eq(drivers.id, driverVersions.driverId))
    .where(and(eq(driverVersions.driverId, driverId), gt(driverVersions.number, 0)))
    .orderBy(desc(driverVersions.number));

export async function findConnector(db: Db, id: number) {
  const [found] = await db
    .select({ id: connectors.id, name: connectors.name, scopePath: sql<string>`${scopes.path}::text` })
    .from(connectors)
    .innerJoin(accounts, eq(accounts.id, connectors.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(connectors.id, id));
  return found;
}
