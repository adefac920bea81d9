import type { ValueType } from '@stellwerk/contract/state';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { choosableConnectors, connectors } from '../connectors/index.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';

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
}

/** By id; deleted states are missing. */
export async function findNamedStates(db: Db, ids: ReadonlySet<number>): Promise<Map<number, NamedState>> {
  if (ids.size === 0) return new Map();
  const rows = await db
    .select({
      id: states.id,
      key: states.key,
      title: states.title,
      unit: states.unit,
      valueType: states.valueType,
      twinId: states.twinId,
      twinTitle: twins.title,
      scopePath: sql<string>`${scopes.path}::text`,
    })
    .from(states)
    .innerJoin(twins, eq(twins.id, states.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(sql`${states.id} = any(${listOf(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findNamedTwins(db: Db, ids: ReadonlySet<number>) {
  if (ids.size === 0) return new Map<number, { title: string; scopePath: string }>();
  const rows = await db
    .select({ id: twins.id, title: twins.title, scopePath: sql<string>`${scopes.path}::text` })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(sql`${twins.id} = any(${listOf(ids)})`);
  return new Map(rows.map(({ id, ...twin }) => [id, twin]));
}

/** The connectors among these that the caller may choose. */
export async function findNamedConnectors(db: Db, actor: Actor, ids: ReadonlySet<number>) {
  if (ids.size === 0) return new Map<number, { name: string; type: string }>();
  const seen = await choosableConnectors(db, actor, [...ids]);
  const rows = await db
    .select({ id: connectors.id, name: connectors.name, type: connectors.type })
    .from(connectors)
    .where(sql`${connectors.id} = any(${listOf(seen)})`);
  return new Map(rows.map(({ id, ...connector }) => [id, connector]));
}
