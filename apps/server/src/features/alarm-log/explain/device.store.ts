import type { HealthEntry } from '@stellwerk/contract/health';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { connectorView } from '../../connectors/index.ts';
import { deviceView } from '../../devices/index.ts';
import { driverVersionView, driverView } from '../../drivers/index.ts';
import { twinView } from '../../twins/index.ts';

export async function findExplainedDevice(db: Db, twinId: number) {
  const [found] = await db
    .select({
      id: deviceView.twinId,
      connectorId: deviceView.connectorId,
      driverId: deviceView.driverId,
      driverVersionId: deviceView.driverVersionId,
      ownChecks: deviceView.healthConfig,
      scopePath: sql<string>`${twinView.scopePath}::text`,
    })
    .from(deviceView)
    .innerJoin(twinView, eq(twinView.id, deviceView.twinId))
    .where(eq(deviceView.twinId, twinId));
  return found;
}
export type ExplainedDevice = NonNullable<Awaited<ReturnType<typeof findExplainedDevice>>>;

const versionColumns = {
  id: driverVersionView.id,
  number: driverVersionView.number,
  publishedAt: driverVersionView.publishedAt,
  health: driverVersionView.health,
  driverId: driverView.id,
  title: driverView.title,
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
    .from(driverVersionView)
    .innerJoin(driverView, eq(driverView.id, driverVersionView.driverId))
    .where(eq(driverVersionView.id, versionId));
  return found;
}

export const findVersions = (db: Db, driverId: number): Promise<ExplainedVersion[]> =>
  db
    .select(versionColumns)
    .from(driverVersionView)
    .innerJoin(driverView, eq(driverView.id, driverVersionView.driverId))
    .where(and(eq(driverVersionView.driverId, driverId), gt(driverVersionView.number, 0)))
    .orderBy(desc(driverVersionView.number));

export async function findConnector(db: Db, id: number) {
  const [found] = await db
    .select({ id: connectorView.id, name: connectorView.name, scopePath: sql<string>`${scopes.path}::text` })
    .from(connectorView)
    .innerJoin(accounts, eq(accounts.id, connectorView.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(connectorView.id, id));
  return found;
}
