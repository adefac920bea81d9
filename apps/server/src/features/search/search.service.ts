import { satisfies } from '@stellwerk/contract/core/permission';
import type { RouteInput } from '@stellwerk/contract/core/route';
import {
  type SearchGroup,
  type SearchResult,
  type SearchType,
  type searchEverything,
  searchTypes,
} from '@stellwerk/contract/search';
import { bestRank } from '@stellwerk/contract/search-rank';
import type { Db } from '../../platform/db/db.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import { holdsSomewhere } from '../../platform/policy/policy.ts';
import type { FoundHit, SearchKind } from './kind.ts';
import { type SearchQuery, searchQueryOf } from './search-query.ts';
import { withTimeLimit } from './time-limit.store.ts';

interface SearchOptions {
  kinds: () => readonly SearchKind[];
  /** Limit for each query, because users type on meanwhile. */
  timeLimitMs?: number | undefined;
  /** Number of kinds that are queried concurrently; each takes a connection. */
  atOnce?: number;
}

interface RankedGroup extends SearchGroup {
  rank: number;
}

const mayFind = ({ grants }: Actor, { permission }: SearchKind) =>
  satisfies(permission, (each) => holdsSomewhere(grants, each));

function groupOf(type: SearchType, found: readonly FoundHit[], query: SearchQuery, limit: number): RankedGroup {
  const ranked = found
    .map(({ names = [], ...hit }) => {
      const isMeant = hit.id === query.id;
      return { hit: { type, ...hit }, rank: isMeant ? 0 : bestRank([hit.title, ...names], query.text) };
    })
    .sort((a, b) => a.rank - b.rank || a.hit.title.localeCompare(b.hit.title) || a.hit.id - b.hit.id);
  const hits = ranked.slice(0, limit).map(({ hit }) => hit);
  return { type, hits, hasMore: ranked.length > limit, rank: ranked[0]?.rank ?? Number.POSITIVE_INFINITY };
}

/** Processes items with limited concurrency; returns the results in the order of the items. */
async function inLanes<T, R>(items: readonly T[], lanes: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const lane = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

export function createSearchService({ kinds, timeLimitMs = 300, atOnce = 3 }: SearchOptions) {
  /** Undefined after a timeout or failure: the hits of other kinds are shown without it. */
  async function ask(ctx: Ctx, kind: SearchKind, query: SearchQuery): Promise<FoundHit[] | undefined> {
    try {
      return await withTimeLimit(ctx.db, timeLimitMs, (db: Db) => kind.find(db, ctx.actor, query));
    } catch (error) {
      ctx.log.warn({ err: error, kind: kind.type }, 'a kind could not be searched');
      return undefined;
    }
  }

  return {
    async search(ctx: Ctx, { text, limit }: RouteInput<typeof searchEverything>['query']): Promise<SearchResult> {
      const query = searchQueryOf(text);
      // Groups of the same rank keep the order of the contract, independent of the order of the features.
      const asked = searchTypes.flatMap((type) =>
        kinds().filter((kind) => kind.type === type && mayFind(ctx.actor, kind)),
      );
      const found = await inLanes(asked, atOnce, async (kind) => ({
        type: kind.type,
        hits: await ask(ctx, kind, query),
      }));
      const groups = found
        .map(({ type, hits = [] }) => groupOf(type, hits, query, limit))
        .filter(({ hits }) => hits.length > 0)
        .sort((a, b) => a.rank - b.rank)
        .map(({ rank: _, ...group }) => group);
      const missing = found.filter(({ hits }) => hits === undefined).map(({ type }) => type);
      return { groups, missing, beginningsOnly: !query.isIndexed };
    },
  };
}
export type SearchService = ReturnType<typeof createSearchService>;
