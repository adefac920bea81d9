import { exactTotalLimit } from '@stellwerk/contract/core/envelope';
import type { TwinCategory, TwinFilter } from '@stellwerk/contract/twin';
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { matchesTwins } from './filter.store.ts';
import { findPage } from './page.store.ts';
import { twins } from './twin.table.ts';
import { isStarredBy } from './twin-row.store.ts';

const child = alias(twins, 'child');
const childScope = alias(scopes, 'child_scope');
const parent = alias(twins, 'parent');
const parentScope = alias(scopes, 'parent_scope');

const isListed = (actor: Actor, scopePath: SQL | typeof scopes.path) =>
  visible(actor.grants, 'DigitalTwin.list', scopePath);

/** A twin may have very many: a node says how many up to the limit of every list's total. */
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

/** These twins as far as the caller may see them, each after those above it. */
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

/** Twins whose parent the caller does not see. A twin in its parent's scope is as visible as the parent. */
function isTopmost(db: Db, actor: Actor): SQL | undefined {
  const seenParent = db
    .select({ id: parent.id })
    .from(parent)
    .innerJoin(parentScope, eq(parentScope.id, parent.scopeId))
    .where(and(eq(parent.id, twins.parentId), isListed(actor, sql`${parentScope.path}`)));
  return and(or(isNull(twins.parentId), twins.ownsScope), or(isNull(twins.parentId), sql`not exists ${seenParent}`));
}

export type NodePlace = { below: number } | 'topmost' | 'anywhere';

/** A page of twins by title: the children of one, the topmost ones, or wherever the filter finds them. */
export function findNodeIds(
  db: Db,
  actor: Actor,
  { place, filter, offset, limit }: { place: NodePlace; filter: TwinFilter; offset: number; limit: number },
) {
  const where = and(
    matchesTwins(actor, filter, 'DigitalTwin.list'),
    place === 'topmost' ? isTopmost(db, actor) : undefined,
    typeof place === 'object' ? eq(twins.parentId, place.below) : undefined,
  );
  return findPage(db, { where, key: sql`lower(${twins.title})`, offset, limit });
}

/** The way down to each twin, itself included. */
export async function findWays(db: Db, ids: readonly number[]): Promise<number[][]> {
  const rows = await db
    .select({ path: sql<string>`${twins.path}::text` })
    .from(twins)
    .where(sql`${twins.id} = any(${sql.param(ids)}::bigint[])`);
  return rows.map(({ path }) => path.split('.').map(Number));
}
