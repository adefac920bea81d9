import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { seesTwins } from '../twin.policy.ts';
import { twins } from '../twin.table.ts';

export interface Ancestor {
  id: number;
  title: string;
}

const isOneOf = (ids: number[]) => sql`${twins.id} = any(${sql.param(ids)}::bigint[])`;

/** Paths name the ids of everything above, so two look-ups by id answer the question for any number of twins. */
async function find(db: Db, twinIds: number[], condition?: SQL): Promise<Map<number, Ancestor[]>> {
  if (twinIds.length === 0) return new Map();
  const rows = await db
    .select({ id: twins.id, path: sql<string>`${twins.path}::text` })
    .from(twins)
    .where(isOneOf(twinIds));
  const above = new Map(rows.map(({ id, path }) => [id, path.split('.').slice(0, -1).map(Number)]));
  const ids = [...new Set([...above.values()].flat())];
  const found =
    ids.length === 0
      ? []
      : await db
          .select({ id: twins.id, title: twins.title })
          .from(twins)
          .innerJoin(scopes, eq(scopes.id, twins.scopeId))
          .where(and(isOneOf(ids), condition));
  const byId = new Map(found.map((each) => [each.id, each]));
  return new Map([...above].map(([id, way]) => [id, way.flatMap((each) => byId.get(each) ?? [])]));
}

/** Everything above each twin, from the top down, whoever may see it. */
export const ancestorsOf = (db: Db, twinIds: number[]): Promise<Map<number, Ancestor[]>> => find(db, twinIds);

/** The same without what the caller may not see. */
export const visibleAncestorsOf = (db: Db, actor: Actor, twinIds: number[]): Promise<Map<number, Ancestor[]>> =>
  find(db, twinIds, visible(actor.grants, seesTwins, scopes.path));
