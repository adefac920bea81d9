import type { TwinType } from '@stellwerk/contract/twin';
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
  type: TwinType;
  floorNumber: number | null;
}

const isOneOf = (ids: number[]) => sql`${twins.id} = any(${sql.param(ids)}::bigint[])`;

/** Paths contain the ids of all ancestors, so two queries by id are enough for any number of twins. */
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
          .select({ id: twins.id, title: twins.title, type: twins.type, floorNumber: twins.floorNumber })
          .from(twins)
          .innerJoin(scopes, eq(scopes.id, twins.scopeId))
          .where(and(isOneOf(ids), condition));
  const byId = new Map(found.map((each) => [each.id, each]));
  return new Map([...above].map(([id, way]) => [id, way.flatMap((each) => byId.get(each) ?? [])]));
}

/** All ancestors of each twin from the top, including hidden ones. */
export const ancestorsOf = (db: Db, twinIds: number[]): Promise<Map<number, Ancestor[]>> => find(db, twinIds);

/** The ancestors that the caller may see. */
export const visibleAncestorsOf = (db: Db, actor: Actor, twinIds: number[]): Promise<Map<number, Ancestor[]>> =>
  find(db, twinIds, visible(actor.grants, seesTwins, scopes.path));
