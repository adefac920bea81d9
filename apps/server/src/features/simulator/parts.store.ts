import { and, asc, eq, gt, inArray, isNotNull, like, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import { devices } from '../devices/index.ts';
import { drivers, driverVersions } from '../drivers/index.ts';
import { stateEdges, states } from '../states/index.ts';
import { twins } from '../twins/index.ts';

/** What a fleet consists of beside its own row. */

interface FleetDevices {
  /** Other accounts can use the same connector and choose any names there. */
  accountId: number;
  connectorId: number;
  /** How the names of its devices begin in the packets. */
  prefix: string;
}

const ofAccount = (accountId: number) =>
  sql`exists (select from ${twins} where ${twins.id} = ${devices.twinId} and ${twins.accountId} = ${accountId})`;

const ofFleet = ({ accountId, connectorId, prefix }: FleetDevices) =>
  and(eq(devices.connectorId, connectorId), like(devices.externalId, `${prefix}%`), ofAccount(accountId));

/** The identifiers among these that devices of the account have, and those that devices of other accounts have. */
export async function presentIdentifiers(
  db: Db,
  { accountId, connectorId, identifiers }: { accountId: number; connectorId: number; identifiers: readonly string[] },
): Promise<{ own: Set<string>; taken: string[] }> {
  const rows = await db
    .select({ externalId: devices.externalId, accountId: twins.accountId })
    .from(devices)
    .innerJoin(twins, eq(twins.id, devices.twinId))
    .where(and(eq(devices.connectorId, connectorId), inArray(devices.externalId, [...identifiers])));
  const [own, others] = [
    rows.filter((row) => row.accountId === accountId),
    rows.filter((row) => row.accountId !== accountId),
  ];
  return { own: new Set(own.map(({ externalId }) => externalId)), taken: others.map(({ externalId }) => externalId) };
}

export const countDevicesOf = (db: Db, fleet: FleetDevices): Promise<number> => db.$count(devices, ofFleet(fleet));

/** Wherever they stand by now. */
export async function nextDevices(db: Db, fleet: FleetDevices, afterId: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: devices.twinId })
    .from(devices)
    .where(and(ofFleet(fleet), gt(devices.twinId, afterId)))
    .orderBy(asc(devices.twinId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Are states of other twins computed from those of its devices? */
export async function isComputedFrom(db: Db, fleet: FleetDevices): Promise<boolean> {
  const result = alias(states, 'result');
  const isOwnResult = inArray(result.twinId, db.select({ id: devices.twinId }).from(devices).where(ofFleet(fleet)));
  const [found] = await db
    .select({ id: stateEdges.stateId })
    .from(stateEdges)
    .innerJoin(states, eq(states.id, stateEdges.sourceStateId))
    .innerJoin(devices, eq(devices.twinId, states.twinId))
    .innerJoin(result, eq(result.id, stateEdges.stateId))
    .where(and(ofFleet(fleet), not(isOwnResult)))
    .limit(1);
  return found !== undefined;
}

/** A published driver of the account with this title. */
export async function findDriverByTitle(db: Db, accountId: number, title: string): Promise<number | undefined> {
  const [found] = await db
    .select({ id: drivers.id })
    .from(drivers)
    .where(
      and(
        eq(drivers.accountId, accountId),
        sql`lower(${drivers.title}) = lower(${title})`,
        sql`exists (select from ${driverVersions} version
          where version.driver_id = ${drivers.id} and ${isNotNull(sql`version.published_at`)})`,
      ),
    )
    .orderBy(asc(drivers.id))
    .limit(1);
  return found?.id;
}
