import { anyOf } from '@stellwerk/contract/core/permission';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../access/index.ts';
import { accounts } from '../accounts/index.ts';
import { drivers, driverTests } from './driver.table.ts';

const scopePath = sql<string>`${scopes.path}::text`;

export async function driverScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: drivers.id, path: scopePath })
    .from(drivers)
    .innerJoin(accounts, eq(accounts.id, drivers.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(inArray(drivers.id, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

export async function driverTestScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: driverTests.id, path: scopePath })
    .from(driverTests)
    .innerJoin(drivers, eq(drivers.id, driverTests.driverId))
    .innerJoin(accounts, eq(accounts.id, drivers.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(inArray(driverTests.id, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** Whoever handles devices of an account may use its drivers; those for everybody are everybody's. */
export const usesDrivers = anyOf('DeviceDriver.read', 'VirtualDevice.read');

export async function usableDrivers(db: Db, actor: Actor, ids: number[]): Promise<Set<number>> {
  const isSeen = visible(actor.grants, usesDrivers, scopes.path);
  const rows = await db
    .select({ id: drivers.id })
    .from(drivers)
    .innerJoin(accounts, eq(accounts.id, drivers.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(and(inArray(drivers.id, ids), or(isSeen, eq(drivers.visibility, 'everyone'))));
  return new Set(rows.map(({ id }) => id));
}
