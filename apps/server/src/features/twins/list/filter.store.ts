import { idFromText } from '@stellwerk/contract/core/id';
import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { TwinFilter } from '@stellwerk/contract/twin';
import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { containsWord, searchWords } from '../../../platform/db/search.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { scopedFrom, type VisibleRows } from '../../../platform/tenancy/scoped-from.ts';
import { favouriteView } from '../../favourites/index.ts';
import { twins, twinUsers } from '../twin.table.ts';
import { isBelowTwin, scopedTwins } from '../twin.view.ts';

/** Every word must occur, or one of them; a word that could be an id also finds the twin with that id. */
function contains(search: string, operator: TwinQuery['search_operator']): SQL | undefined {
  const words = searchWords(search).map((word) => {
    const id = idFromText(word);
    return or(containsWord({ lower: twins.searchText }, word), id === undefined ? undefined : eq(twins.id, id));
  });
  return operator === 'OR' ? or(...words) : and(...words);
}

/** The caller, or the user for whom a job runs. */
type Viewer = Pick<Actor, 'userId' | 'grants'>;

export interface TwinQuery extends TwinFilter {
  search_operator?: 'AND' | 'OR';
  scopeIds?: readonly number[];
}

/** Whether a path is in one of the scopes, or below it. */
export const isInScopes = (path: SQLWrapper, scopeIds: readonly number[]): SQL =>
  sql`${path} <@ any(array(select place.path from ${scopes} place where place.id = any(${sql.param([...scopeIds])}::bigint[])))`;

/** `favourites: false` hides nothing. */
function conditionsOf({ userId: ownId }: Viewer, filter: TwinQuery): (SQL | undefined)[] {
  const { search, tenantId, twinId, types, tags, disabled, category, responsibleUserId: userId } = filter;
  return [
    search ? contains(search, filter.search_operator) : undefined,
    filter.scopeIds ? isInScopes(scopes.path, filter.scopeIds) : undefined,
    tenantId === undefined ? undefined : eq(twins.accountId, tenantId),
    twinId === undefined ? undefined : isBelowTwin(twins.path, twinId),
    types && types.length > 0 ? inArray(twins.type, types) : undefined,
    tags && tags.length > 0 ? sql`${twins.tags} @> ${sql.param(tags)}::text[]` : undefined,
    disabled === undefined ? undefined : eq(twins.disabled, disabled),
    category ? eq(twins.category, category) : undefined,
    filter.favourites
      ? sql`${twins.id} in (select ${favouriteView.twinId} from ${favouriteView} where ${favouriteView.userId} = ${ownId})`
      : undefined,
    userId === undefined
      ? undefined
      : sql`${twins.id} in (select named.twin_id from ${twinUsers} named where named.user_id = ${userId})`,
  ];
}

export const filteredTwins = (actor: Viewer, filter: TwinQuery, permission: PermissionRule): VisibleRows =>
  scopedFrom(scopedTwins, actor, permission).where(...conditionsOf(actor, filter));

/** The same as a condition over `twins` joined with their scopes, for queries of other features. */
export const matchesTwins = (actor: Viewer, filter: TwinQuery, permission: PermissionRule): SQL =>
  and(visible(actor.grants, permission, scopes.path), ...conditionsOf(actor, filter)) ?? sql`true`;
