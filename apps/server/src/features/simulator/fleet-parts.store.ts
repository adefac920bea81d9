import { and, asc, eq, gt, inArray, like, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { deviceView } from '../devices/index.ts';
import { driverVersionView, driverView } from '../drivers/index.ts';
import { stateEdgeView, stateView } from '../states/index.ts';
import { twinView } from '../twins/index.ts';

interface FleetDevices {
  /** Restricts the search to the fleet's account, because others can use the same connector with any identifiers. */
  accountId: number;
  connectorId: number;
  prefix: string;
}

const ofAccount = (accountId: number) =>
  sql`exists (select from ${twinView} where ${twinView.id} = ${deviceView.twinId} and ${twinView.accountId} = ${accountId})`;

const ofFleet = ({ accountId, connectorId, prefix }: FleetDevices) =>
  and(eq(deviceView.connectorId, connectorId), like(deviceView.externalId, `${prefix}%`), ofAccount(accountId));

/** The subset of these identifiers that devices of the account have, and the subset that other accounts have. */
export async function presentIdentifiers(
  db: Db,
  { accountId, connectorId, identifiers }: { accountId: number; connectorId: number; identifiers: readonly string[] },
): Promise<{ own: Set<string>; taken: string[] }> {
  const rows = await db
    .select({ externalId: deviceView.externalId, accountId: twinView.accountId })
    .from(deviceView)
    .innerJoin(twinView, eq(twinView.id, deviceView.twinId))
    .where(and(eq(deviceView.connectorId, connectorId), inArray(deviceView.externalId, [...identifiers])));
  const [own, others] = [
    rows.filter((row) => row.accountId === accountId),
    rows.filter((row) => row.accountId !== accountId),
  ];
  return { own: new Set(own.map(({ externalId }) => externalId)), taken: others.map(({ externalId }) => externalId) };
}

export const countDevicesOf = (db: Db, fleet: FleetDevices): Promise<number> => db.$count(deviceView, ofFleet(fleet));

/** The devices of a fleet in the order of their ids, wherever users have moved them. */
export async function nextDevices(db: Db, fleet: FleetDevices, afterId: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: deviceView.twinId })
    .from(deviceView)
    .where(and(ofFleet(fleet), gt(deviceView.twinId, afterId)))
    .orderBy(asc(deviceView.twinId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Whether states of other twins are computed from states of the fleet's devices. */
export async function isComputedFrom(db: Db, fleet: FleetDevices): Promise<boolean> {
  const own = db
    .select({ id: stateView.id })
    .from(stateView)
    .innerJoin(deviceView, eq(deviceView.twinId, stateView.twinId))
    .where(ofFleet(fleet));
  const [found] = await db
    .select({ id: stateEdgeView.stateId })
    .from(stateEdgeView)
    .where(and(inArray(stateEdgeView.sourceStateId, own), notInArray(stateEdgeView.stateId, own)))
    .limit(1);
  return found !== undefined;
}

export async function findDriverByTitle(db: Db, accountId: number, title: string): Promise<number | undefined> {
  const [found] = await db
    .select({ id: driverView.id })
    .from(driverView)
    .innerJoin(driverVersionView, and(eq(driverVersionView.driverId, driverView.id), gt(driverVersionView.number, 0)))
    .where(and(eq(driverView.accountId, accountId), sql`lower(${driverView.title}) = lower(${title})`))
    .orderBy(asc(driverView.id))
    .limit(1);
  return found?.id;
}
