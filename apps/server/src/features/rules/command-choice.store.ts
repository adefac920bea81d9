import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike } from '../../platform/db/page.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { connectorStatus, connectors } from '../connectors/index.ts';

const shown = 100;

/** Connectors of these types, of the account and of accounts above it. */
export async function findCommandConnectors(
  db: Db,
  { accountId, types, search }: { accountId: number; types: readonly string[]; search?: string | undefined },
) {
  if (types.length === 0) return [];
  const ofAccount = sql`(select home.path from ${accounts} owner join ${scopes} home on home.id = owner.scope_id
    where owner.id = ${accountId})`;
  return db
    .select({
      id: connectors.id,
      name: connectors.name,
      type: connectors.type,
      state: sql<string>`coalesce(${connectorStatus.state}, 'waiting')`,
    })
    .from(connectors)
    .innerJoin(accounts, eq(accounts.id, connectors.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .leftJoin(connectorStatus, eq(connectorStatus.connectorId, connectors.id))
    .where(
      and(
        sql`${scopes.path} @> ${ofAccount}`,
        inArray(connectors.type, [...types]),
        search ? sql`${connectors.name} ilike ${`%${escapeLike(search)}%`}` : undefined,
      ),
    )
    .orderBy(sql`lower(${connectors.name})`, connectors.id)
    .limit(shown);
}
