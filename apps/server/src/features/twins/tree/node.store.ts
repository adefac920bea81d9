import { exactTotalLimit } from '@stellwerk/contract/core/envelope';
import type { TwinCategory, TwinFilter } from '@stellwerk/contract/twin';
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { pageOfIds } from '../../../platform/tenancy/list.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { filteredTwins } from '../list/filter.store.ts';
import { isStarredBy } from '../list/twin-row.store.ts';
import { twins } from '../twin.table.ts';

const child = alias(twins, 'child');
const childScope = alias(scopes, 'child_scope');
const parent = alias(twins, 'parent');
const parentScope = alias(scopes, 'parent_scope');

const isListed = (actor: Actor, scopePath: SQL | typeof scopes.path) =>
  visible(actor.grants, 'DigitalTwin.list', scopePath);

/** A twin may have very many children, so they are counted up to the limit of the total of lists. */
function childCount(db: Db, actor: Actor, category: TwinCategory | undefined): SQL<number> {
  const children = db
    .select({ one: sql`1` })
    .from(child)
    .innerJoin(childScope, eq(childScope.id, child.scopeId))
    .where(
      and(
        eq(child.parentId, twins.id),
        isListed(actor, sql`${childScope.path}`),
        category ? eq(child.category, category) : undefined,
      ),
    )
    .limit(exactTotalLimit + 1);
  return sql<number>`(select count(*)::int from ${children} as children)`;
}

/** The subset of these twins that the caller may see, each after its ancestors. */
export async function findNodes(db: Db, actor: Actor, ids: readonly number[], category?: TwinCategory) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: twins.id,
      title: twins.title,
      type: twins.type,
      category: twins.category,
      icon: twins.icon,
      status: twins.status,
      disabled: twins.disabled,
      isFavourite: isStarredBy(actor.userId),
      accountId: twins.accountId,
      parentId: sql<
        number | null
      >`case when ${isListed(actor, sql`${parentScope.path}`)} then ${twins.parentId} end`.mapWith((id) =>
        id === null ? null : Number(id),
      ),
      childCount: childCount(db, actor, category),
      scopePath: sql<string>`${scopes.path}::text`,
    })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .leftJoin(parent, eq(parent.id, twins.parentId))
    .leftJoin(parentScope, eq(parentScope.id, parent.scopeId))
    .where(and(sql`${twins.id} = any(${sql.param(ids)}::bigint[])`, isListed(actor, scopes.path)))
    .orderBy(sql`nlevel(${twins.path})`, sql`lower(${twins.title})`, asc(twins.id));
}
export type FoundNode = Awaited<ReturnType<typeof findNodes>>[number];

/** Twins whose parent the caller may not see. A twin in its parent's scope is as visible as the parent. */
function isTopmost(db: Db, actor: Actor): SQL | undefined {
  const seenParent = db
    .select({ id: parent.id })
    .from(parent)
    .innerJoin(parentScope, eq(parentScope.id, parent.scopeId))
    .where(and(eq(parent.id, twins.parentId), isListed(actor, sql`${parentScope.path}`)));
  return and(or(isNull(twins.parentId), twins.ownsScope), or(isNull(twins.parentId), sql`not exists ${seenParent}`));
}

type NodePlace = { below: number } | 'topmost' | 'anywhere';

/** A page of twins by title: the children of a twin, the topmost twins, or all twins that match the filter. */
export function findNodeIds(
  db: Db,
  actor: Actor,
  { place, filter, offset, limit }: { place: NodePlace; filter: TwinFilter; offset: number; limit: number },
) {
  const found = filteredTwins(actor, filter, 'DigitalTwin.list').where(
    place === 'topmost' ? isTopmost(db, actor) : undefined,
    typeof place === 'object' ? eq(twins.parentId, place.below) : undefined,
  );
  return pageOfIds(db, found, { keys: [sql`lower(${twins.title})`], isDescending: false }, { offset, limit });
}

/** The path to each twin from the top, including the twin. */
export async function findWays(db: Db, ids: readonly number[]): Promise<number[][]> {
  const rows = await db
    .select({ path: sql<string>`${twins.path}::text` })
    .from(twins)
    .where(sql`${twins.id} = any(${sql.param(ids)}::bigint[])`);
  return rows.map(({ path }) => path.split('.').map(Number));
}
