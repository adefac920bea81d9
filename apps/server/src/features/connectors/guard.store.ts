import { anyOf, type PermissionRule } from '@stellwerk/contract/core/permission';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { connectors } from './connector.table.ts';

/** A connector lies in the scope of its account. */
export async function connectorScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: connectors.id, path: sql<string>`${scopes.path}::text` })
    .from(connectors)
    .innerJoin(accounts, eq(accounts.id, connectors.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(inArray(connectors.id, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

const usesConnectors = anyOf('all.manage', 'VirtualDevice.read');
/** Commands of rules go through connectors, too. */
const namesConnectors = anyOf(usesConnectors, 'DigitalTwin.write');

/** Does a scope, that of the outer query, or one below it hold something that the caller uses connectors for? */
export function isUsedFrom(grants: readonly Grant[], uses: PermissionRule = usesConnectors): SQL {
  const below = alias(scopes, 'below');
  return sql`exists (select from ${scopes} as below where ${below.path} <@ ${scopes.path}
    and ${visible(grants, uses, below.path)})`;
}

/** Connectors of the accounts in which the caller sees devices or writes rules, and of those above. */
export async function choosableConnectors(db: Db, actor: Actor, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: connectors.id })
    .from(connectors)
    .innerJoin(accounts, eq(accounts.id, connectors.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(and(inArray(connectors.id, ids), isUsedFrom(actor.grants, namesConnectors)));
  return new Set(rows.map(({ id }) => id));
}
