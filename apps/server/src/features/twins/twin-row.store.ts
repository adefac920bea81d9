import type { TwinSort, twinListQuery } from '@stellwerk/contract/twin';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { favourites } from '../favourites/index.ts';
import { matchesTwins } from './filter.store.ts';
import { findPage } from './page.store.ts';
import { twins } from './twin.table.ts';

export type TwinList = z.output<typeof twinListQuery>;

export const isStarredBy = (userId: number) =>
  sql<boolean>`exists (select 1 from ${favourites} starred
    where starred.twin_id = ${twins.id} and starred.user_id = ${userId})`;

/** What a list and a single twin both show. */
export const summaryColumns = (actor: Actor) => ({
  id: twins.id,
  title: twins.title,
  type: twins.type,
  category: twins.category,
  icon: twins.icon,
  tags: twins.tags,
  status: twins.status,
  disabled: twins.disabled,
  isFavourite: isStarredBy(actor.userId),
  accountId: twins.accountId,
  accountName: accounts.name,
  parentId: twins.parentId,
  scopeId: twins.scopeId,
  ownsScope: twins.ownsScope,
  scopePath: sql<string>`${scopes.path}::text`,
  address: twins.address,
  latitude: twins.latitude,
  longitude: twins.longitude,
  keyValue: twins.keyValue,
  createdAt: twins.createdAt,
  updatedAt: twins.updatedAt,
});

const sortColumns = {
  title: sql`lower(${twins.title})`,
  type: sql`${twins.type}`,
  createdAt: sql`${twins.createdAt}`,
  updatedAt: sql`${twins.updatedAt}`,
  id: sql`${twins.id}`,
} satisfies Record<TwinSort, SQL>;

/** One page of ids; what a row shows beside is read for these alone. */
export function findTwinIds(db: Db, actor: Actor, { sort, offset, limit, ...filter }: TwinList) {
  const key = sortColumns[sort.replace(/^-/, '') as TwinSort];
  const where = matchesTwins(actor, filter, 'DigitalTwin.list');
  return findPage(db, { where, key, isDescending: sort.startsWith('-'), offset, limit });
}

/** In the order of the ids. */
export async function findTwinRows(db: Db, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select(summaryColumns(actor))
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
    .where(sql`${twins.id} = any(${sql.param(ids)}::bigint[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
export type FoundRow = Awaited<ReturnType<typeof findTwinRows>>[number];
