import { anyOf } from '@stellwerk/contract/core/permission';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
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

/** Whoever handles devices of an account may use its drivers and those above it; those for everybody are everybody's. */
const usesDrivers = anyOf('DeviceDriver.read', 'VirtualDevice.read');

export function isUsable(grants: Actor['grants']): SQL {
  const below = alias(scopes, 'below');
  const reaches = sql`exists (select from ${scopes} ${below} where ${below.path} <@ ${scopes.path}
    and ${visible(grants, usesDrivers, below.path)})`;
  return sql`(${drivers.visibility} = 'everyone' or ${reaches})`;
}

export async function usableDrivers(db: Db, actor: Actor, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: drivers.id })
    .from(drivers)
    .innerJoin(accounts, eq(accounts.id, drivers.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(and(inArray(drivers.id, ids), isUsable(actor.grants)));
  return new Set(rows.map(({ id }) => id));
}
