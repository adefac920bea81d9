import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { SearchHit, SearchType } from '@stellwerk/contract/search';
import type { Db } from '../../platform/db/db.ts';
import { defineExtensionPoint, definePort } from '../../platform/feature/port.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { SearchQuery } from './search-query.ts';

export interface FoundHit extends Omit<SearchHit, 'type'> {
  /** Further names for the ranking, such as the identifier of a device. */
  names?: readonly string[];
}

export interface SearchKind {
  type: SearchType;
  /** Callers without this permission in any scope skip the kind; `find` checks the scope of each object. */
  permission: PermissionRule;
  /** Objects that the caller may open, unsorted; more than are shown, so that the best can be ranked first. */
  find(db: Db, actor: Actor, query: SearchQuery): Promise<FoundHit[]>;
}

export const searchKinds = defineExtensionPoint<SearchKind>('kinds of the search');

/** The time limit for the query of a kind; tests use a longer one. */
export const searchTimeLimitPort = definePort<number>('time limit of the search');

export const subtitleOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part).join(' · ');
