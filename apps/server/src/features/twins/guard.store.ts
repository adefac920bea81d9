import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { decide, reachOf } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { twinFiles, twins } from './twin.table.ts';

const scopePath = sql<string>`${scopes.path}::text`;

export async function twinScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: twins.id, path: scopePath })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(inArray(twins.id, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

export async function attachmentScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: twinFiles.id, path: scopePath })
    .from(twinFiles)
    .innerJoin(twins, eq(twins.id, twinFiles.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(and(inArray(twinFiles.id, ids), eq(twinFiles.kind, 'attachment')));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/**
 * Users of accounts in which the caller sees twins: they are named there. A role in the scope of a single twin counts,
 * too, although it does not reach up to the account.
 */
export async function relatedUsers(db: Db, actor: Actor, ids: number[]): Promise<Set<number>> {
  const places = reachOf(actor.grants, 'DigitalTwin.read')
    .granted.map(({ scope }) => scope)
    .filter((scope) => decide(actor.grants, 'DigitalTwin.read', scope).allowed);
  const held = sql`${users.accountId} in (
    select place.account_id from ${scopes} place where place.path = any(${sql.param(`{${places.join(',')}}`)}::ltree[]))`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(and(inArray(users.id, ids), or(visible(actor.grants, 'DigitalTwin.read', scopes.path), held)));
  return new Set(rows.map(({ id }) => id));
}
