import type { RouteInput } from '@stellwerk/contract/core/route';
import type { StatusBelow, TwinFilter } from '@stellwerk/contract/twin';
import type { listTwinChildren, readPartialTree, TwinNode } from '@stellwerk/contract/twin-tree';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Actor, Ctx } from '../../../platform/http/ctx.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { statusesBelow } from '../list/below.store.ts';
import { statusWord } from '../twin-mapper.ts';
import { type FoundNode, findNodeIds, findNodes, findWays } from './node.store.ts';

type Children = RouteInput<typeof listTwinChildren>['query'];
type PartialTree = RouteInput<typeof readPartialTree>['query'];

function toNode(actor: Actor, { scopePath, accountId, ...node }: FoundNode, below: StatusBelow): TwinNode {
  return {
    ...node,
    status: statusWord(node.status),
    tenantId: accountId,
    below,
    abilities: { update: may(actor, 'DigitalTwin.write', scopePath) },
  };
}

/** Filters that search; account, category and subtree only restrict the place. */
const isLookedFor = ({ search, types, tags, disabled, favourites, responsibleUserId: userId }: TwinFilter) =>
  Boolean(search) ||
  (types ?? []).length > 0 ||
  (tags ?? []).length > 0 ||
  disabled !== undefined ||
  favourites === true ||
  userId !== undefined;

export const createTreeService = () => {
  async function nodesOf({ db, actor }: Ctx, ids: Iterable<number>, category: TwinFilter['category']) {
    const nodes = await findNodes(db, actor, [...new Set(ids)], category);
    const below = await statusesBelow(
      db,
      actor,
      nodes.filter(({ childCount }) => childCount > 0).map(({ id }) => id),
    );
    return nodes.map((node) => toNode(actor, node, below(node.id)));
  }

  async function wayTo(ctx: Ctx, id: number, category: TwinFilter['category']) {
    const [way] = await findWays(ctx.db, [id]);
    return { nodes: await nodesOf(ctx, way ?? fail('DTWIN_NOT_FOUND'), category), matches: [id], total: 1 };
  }

  return {
    async children(ctx: Ctx, id: number, { options, tenant_id: tenantId, offset, limit, ...query }: Children) {
      const category = query.category ?? options?.category;
      const page = { place: { below: id }, filter: { category, tenantId }, offset, limit };
      const { ids, ...total } = await findNodeIds(ctx.db, ctx.actor, page);
      return { data: await nodesOf(ctx, ids, category), ...total, offset, limit };
    },

    async partialTree(ctx: Ctx, { openTo, offset, limit, ...filter }: PartialTree) {
      if (openTo !== undefined) return wayTo(ctx, openTo, filter.category);
      if (filter.twinId !== undefined && !isLookedFor(filter)) {
        const nodes = await nodesOf(ctx, [filter.twinId], filter.category);
        return { nodes, matches: nodes.map(({ id }) => id), total: nodes.length };
      }
      const isSearch = isLookedFor(filter);
      const place = isSearch ? 'anywhere' : 'topmost';
      const { ids, ...total } = await findNodeIds(ctx.db, ctx.actor, { place, filter, offset, limit });
      const shown = isSearch ? (await findWays(ctx.db, ids)).flat() : ids;
      const nodes = await nodesOf(ctx, shown, filter.category);
      return { nodes, matches: isSearch ? ids : [], ...total };
    },
  };
};
export type TreeService = ReturnType<typeof createTreeService>;
