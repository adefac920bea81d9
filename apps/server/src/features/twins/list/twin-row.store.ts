import type { TwinSort, twinListQuery } from '@stellwerk/contract/twin';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { defineList } from '../../../platform/tenancy/list.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { favouriteView } from '../../favourites/index.ts';
import { twins } from '../twin.table.ts';
import { filteredTwins, type TwinQuery } from './filter.store.ts';

type Listed = z.output<typeof twinListQuery>;
export interface TwinList
  extends TwinQuery,
    Pick<Listed, 'offset' | 'limit' | 'sort' | 'include_identifiers' | 'include_properties' | 'include_references'> {}

export const isStarredBy = (userId: number) =>
  sql<boolean>`exists (select 1 from ${favouriteView}
    where ${favouriteView.twinId} = ${twins.id} and ${favouriteView.userId} = ${userId})`;

/** Columns for both a list and a single twin. */
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

const twinPage = defineList<TwinSort>({
  sort: {
    title: sql`lower(${twins.title})`,
    type: twins.type,
    createdAt: twins.createdAt,
    updatedAt: twins.updatedAt,
    id: twins.id,
  },
});

/** Rows of these twins, unsorted. */
export const readTwinRows = (db: Db, actor: Actor, ids: readonly number[]) =>
  db
    .select(summaryColumns(actor))
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .innerJoin(accounts, eq(accounts.id, twins.accountId))
    .where(sql`${twins.id} = any(${sql.param(ids)}::bigint[])`);

export const findTwinRows = (db: Db, actor: Actor, { sort, offset, limit, ...filter }: TwinList) =>
  twinPage(db, filteredTwins(actor, filter, 'DigitalTwin.list'), { sort, offset, limit }, (ids) =>
    readTwinRows(db, actor, ids),
  );
export type FoundRow = Awaited<ReturnType<typeof findTwinRows>>['rows'][number];
