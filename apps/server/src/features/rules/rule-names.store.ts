import type { ValueType } from '@stellwerk/contract/state';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { containsWords } from '../../platform/db/search.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { choosableConnectors, connectorView } from '../connectors/index.ts';
import { stateView } from '../states/index.ts';
import { twinView } from '../twins/index.ts';

const listOf = (ids: Iterable<number>) => sql`${sql.param([...ids])}::bigint[]`;

export interface NamedState {
  id: number;
  key: string;
  title: string;
  unit: string;
  valueType: ValueType;
  twinId: number;
  twinTitle: string;
  scopePath: string;
  category: TwinCategory;
}

/** States by their ids; deleted states are missing. */
export async function findNamedStates(db: Db, ids: ReadonlySet<number>): Promise<Map<number, NamedState>> {
  if (ids.size === 0) return new Map();
  const rows = await db
    .select({
      id: stateView.id,
      key: stateView.key,
      title: stateView.title,
      unit: stateView.unit,
      valueType: stateView.valueType,
      twinId: stateView.twinId,
      twinTitle: twinView.title,
      category: twinView.category,
      scopePath: sql<string>`${twinView.scopePath}::text`,
    })
    .from(stateView)
    .innerJoin(twinView, eq(twinView.id, stateView.twinId))
    .where(sql`${stateView.id} = any(${listOf(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findNamedTwins(db: Db, ids: ReadonlySet<number>) {
  if (ids.size === 0) return new Map<number, { title: string; scopePath: string }>();
  const rows = await db
    .select({ id: twinView.id, title: twinView.title, scopePath: sql<string>`${twinView.scopePath}::text` })
    .from(twinView)
    .where(sql`${twinView.id} = any(${listOf(ids)})`);
  return new Map(rows.map(({ id, ...twin }) => [id, twin]));
}

export async function findNamedConnectors(db: Db, actor: Actor, ids: ReadonlySet<number>) {
  if (ids.size === 0) return new Map<number, { name: string; type: string }>();
  const seen = await choosableConnectors(db, actor, [...ids]);
  const rows = await db
    .select({ id: connectorView.id, name: connectorView.name, type: connectorView.type })
    .from(connectorView)
    .where(sql`${connectorView.id} = any(${listOf(seen)})`);
  return new Map(rows.map(({ id, ...connector }) => [id, connector]));
}

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
      id: connectorView.id,
      name: connectorView.name,
      type: connectorView.type,
      state: connectorView.state,
    })
    .from(connectorView)
    .innerJoin(accounts, eq(accounts.id, connectorView.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(
      and(
        sql`${scopes.path} @> ${ofAccount}`,
        inArray(connectorView.type, [...types]),
        search ? containsWords(search, [connectorView.name]) : undefined,
      ),
    )
    .orderBy(sql`lower(${connectorView.name})`, connectorView.id)
    .limit(shown);
}
