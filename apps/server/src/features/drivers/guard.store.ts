import { anyOf } from '@stellwerk/contract/core/permission';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inAccount, isAtOrAbove, seenFrom, visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { drivers, driverTests } from './driver.table.ts';
import { scopedDrivers } from './driver.view.ts';

export const scopedDriverTests = inAccount(
  sql`${driverTests} inner join ${drivers} on ${drivers.id} = ${driverTests.driverId}`,
  { id: driverTests.id, accountId: drivers.accountId },
);

/** Users who handle devices of an account may use its drivers and those of the accounts above. */
const usesDrivers = anyOf('DeviceDriver.read', 'VirtualDevice.read');

export function isUsable({ grants }: Pick<Actor, 'grants'>): SQL {
  const below = alias(scopes, 'below');
  const reaches = sql`exists (select from ${scopes} ${below} where ${below.path} <@ ${scopes.path}
    and ${visible(grants, usesDrivers, below.path)})`;
  return sql`(${drivers.visibility} = 'everyone' or ${reaches})`;
}

export const usableDrivers = (db: Db, actor: Actor, ids: number[]): Promise<Set<number>> =>
  visibleIds(db, seenFrom(scopedDrivers, isUsable(actor)), ids);

/** Drivers that devices of an account may have. */
export const usableIn = (accountId: number): SQL =>
  sql`(${drivers.visibility} = 'everyone' or ${isAtOrAbove(accountId)})`;

export async function isUsableDriver(db: Db, id: number, accountId: number): Promise<boolean> {
  const [found] = await db
    .select({ id: drivers.id })
    .from(drivers)
    .innerJoin(accounts, eq(accounts.id, drivers.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(and(eq(drivers.id, id), usableIn(accountId)));
  return found !== undefined;
}
