import { and, asc, eq, gt, inArray, isNotNull, like, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import { devices } from '../devices/index.ts';
import { drivers, driverVersions } from '../drivers/index.ts';
import { stateEdges, states } from '../states/index.ts';

/** What a fleet consists of beside its own row. */

interface FleetDevices {
  connectorId: number;
  /** How the names of its devices begin in the packets. */
  prefix: string;
}

const ofFleet = ({ connectorId, prefix }: FleetDevices) =>
  and(eq(devices.connectorId, connectorId), like(devices.externalId, `${prefix}%`));

/** Which of these devices are there. */
export async function presentIdentifiers(
  db: Db,
  connectorId: number,
  identifiers: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ externalId: devices.externalId })
    .from(devices)
    .where(and(eq(devices.connectorId, connectorId), inArray(devices.externalId, [...identifiers])));
  return new Set(rows.map(({ externalId }) => externalId));
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
  const host = alias(devices, 'host');
  const result = alias(states, 'result');
  const [found] = await db
    .select({ id: stateEdges.stateId })
    .from(stateEdges)
    .innerJoin(states, eq(states.id, stateEdges.sourceStateId))
    .innerJoin(devices, eq(devices.twinId, states.twinId))
    .innerJoin(result, eq(result.id, stateEdges.stateId))
    .leftJoin(host, and(eq(host.twinId, result.twinId), eq(host.connectorId, fleet.connectorId)))
    .where(and(ofFleet(fleet), sql`(${host.externalId} is null or ${host.externalId} not like ${`${fleet.prefix}%`})`))
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
