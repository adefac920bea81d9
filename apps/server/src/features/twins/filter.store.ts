import { idFromText } from '@stellwerk/contract/core/id';
import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { TwinFilter } from '@stellwerk/contract/twin';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { escapeLike } from '../../platform/db/page.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { favourites } from '../favourites/index.ts';
import { twins, twinUsers } from './twin.table.ts';

/** The index knows three letters in a row; with fewer it would be read from end to end. */
const occurs = (word: string) =>
  word.length < 3
    ? sql`strpos(${twins.searchText}, ${word}) > 0`
    : sql`${twins.searchText} like ${`%${escapeLike(word)}%`}`;

/** Every word must occur; one that could be an id finds that twin as well. */
function contains(search: string): SQL | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return and(
    ...words.map((word) => {
      const inText = occurs(word);
      const id = idFromText(word);
      return id === undefined ? inText : or(inText, eq(twins.id, id));
    }),
  );
}

/**
 * What of the twins the caller may see and asks for: a condition over `twins` joined with the scopes they live in.
 * Lists, trees and maps use it. `favourites` narrows where it is set; a star that is off hides nothing.
 */
export function matchesTwins(actor: Actor, filter: TwinFilter, permission: PermissionRule): SQL {
  const { search, tenantId, twinId, types, tags, disabled, category, user_id: userId } = filter;
  const condition = and(
    visible(actor.grants, permission, scopes.path),
    search ? contains(search) : undefined,
    tenantId === undefined ? undefined : eq(twins.accountId, tenantId),
    twinId === undefined
      ? undefined
      : sql`${twins.path} <@ (select top.path from ${twins} top where top.id = ${twinId})`,
    types && types.length > 0 ? inArray(twins.type, types) : undefined,
    tags && tags.length > 0 ? sql`${twins.tags} @> ${sql.param(tags)}::text[]` : undefined,
    disabled === undefined ? undefined : eq(twins.disabled, disabled),
    category ? eq(twins.category, category) : undefined,
    filter.favourites
      ? sql`${twins.id} in (select starred.twin_id from ${favourites} starred where starred.user_id = ${actor.userId})`
      : undefined,
    userId === undefined
      ? undefined
      : sql`${twins.id} in (select named.twin_id from ${twinUsers} named where named.user_id = ${userId})`,
  );
  return condition ?? sql`true`;
}
