import { and, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { matchesTwins, twins } from '../twins/index.ts';

const accountScopes = alias(scopes, 'account_scopes');

/** What a dashboard needs to know of a twin that it hangs at. */
export async function findTwinPlace(db: Db, id: number) {
  const [found] = await db
    .select({
      id: twins.id,
      title: twins.title,
      accountId: twins.accountId,
      hasPlace: sql<boolean>`${twins.x} is not null`,
      scopePath: sql<string>`${scopes.path}::text`,
      accountScopePath: sql<string>`${accountScopes.path}::text`,
    })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
    .innerJoin(accountScopes, eq(accountScopes.id, accounts.scopeId))
    .where(eq(twins.id, id));
  return found;
}
export type TwinPlace = NonNullable<Awaited<ReturnType<typeof findTwinPlace>>>;

/** Whether there are some is what matters: nobody counts a million. */
const counted = 1_000;

/** How many twins below one the caller sees, up to a thousand, and how many of these have a place. */
export async function countBelow(db: Db, actor: Actor, id: number) {
  const below = db
    .select({ x: twins.x })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(and(matchesTwins(actor, { twinId: id }, 'DigitalTwin.list'), ne(twins.id, id)))
    .limit(counted)
    .as('below');
  const [found] = await db
    .select({ twinCount: sql<number>`count(*)::int`, locatedCount: sql<number>`count(${below.x})::int` })
    .from(below);
  return found ?? { twinCount: 0, locatedCount: 0 };
}
