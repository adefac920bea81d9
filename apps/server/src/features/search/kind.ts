import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { SearchHit, SearchType } from '@stellwerk/contract/search';
import type { Db } from '../../platform/db/db.ts';
import { defineExtensionPoint, definePort } from '../../platform/feature/port.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { Question } from './question.ts';

export interface FoundHit extends Omit<SearchHit, 'type'> {
  /** What else counts as its name when finds are ranked, such as the identifier of a device. */
  names?: readonly string[];
}

/** One noun that can be found. */
export interface SearchKind {
  type: SearchType;
  /** Nobody is told of it who does not hold this somewhere; where, `find` looks to itself. */
  permission: PermissionRule;
  /** What the caller may open, in any order; more than are shown, so that the best can be chosen. */
  find(db: Db, actor: Actor, question: Question): Promise<FoundHit[]>;
}

export const searchKinds = defineExtensionPoint<SearchKind>('kinds of the search');

/** How long the search waits for a kind; tests wait longer. */
export const searchTimeLimitPort = definePort<number>('time limit of the search');

/** Parts that say something, one after the other. */
export const subtitleOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part).join(' · ');
