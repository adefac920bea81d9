import { ownListNames } from '@stellwerk/contract/core/spec-list';
import {
  createTwin,
  createTwinScope,
  deleteTwin,
  listRelatedUsers,
  listTagsZones,
  listTwins,
  readTwin,
  readTwinDependencies,
  setTwinDisabled,
  updateTwin,
} from '@stellwerk/contract/twin';
import { listTwinChildren, readPartialTree } from '@stellwerk/contract/twin-tree';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { FollowAddress } from './place/follow-address.ts';
import type { Mover } from './tree/move.service.ts';
import type { RemovalService } from './tree/removal.service.ts';
import type { TreeService } from './tree/tree.service.ts';
import type { TwinService } from './twin.service.ts';

interface TwinServices {
  twins: TwinService;
  tree: TreeService;
  removal: RemovalService;
  mover: Mover;
  followAddress: FollowAddress;
}

export function twinRoutes({ twins, tree, removal, mover, followAddress }: TwinServices): HandledRoute[] {
  return [
    handle(listTwins, (ctx, { query }) => twins.list(ctx, ownListNames(query))),
    handle(readTwin, async (ctx, { params, query }) => ({ data: await twins.read(ctx, params.id, query) })),
    handle(createTwin, async (ctx, { body }) => ({ data: await twins.create(ctx, body) }), {
      prepare: async (ctx, input) => ({ ...input, body: await followAddress(ctx, input.body) }),
    }),
    handle(updateTwin, async (ctx, { params, body }) => ({ data: await twins.update(ctx, params.id, body) }), {
      prepare: async (ctx, input) => ({ ...input, body: await followAddress(ctx, input.body, input.params.id) }),
    }),
    handle(listTwinChildren, (ctx, { params, query }) => tree.children(ctx, params.id, query)),
    handle(readPartialTree, async (ctx, { query }) => ({ data: await tree.partialTree(ctx, query) })),
    handle(createTwinScope, async (ctx, { params }) => {
      await mover.createScope(ctx, params.id);
      return { data: await twins.read(ctx, params.id) };
    }),
    handle(setTwinDisabled, async (ctx, { params }) => ({
      data: await removal.setDisabled(ctx, params.id, params.flag),
    })),
    handle(readTwinDependencies, async (ctx, { params }) => ({ data: await removal.dependencies(ctx, params.id) })),
    handle(deleteTwin, async (ctx, { params }) => ({ data: await removal.remove(ctx, params.id) })),
    handle(listRelatedUsers, async (ctx, { params, query }) => ({
      data: await twins.relatedUsers(ctx, params.id, query.search),
    })),
    handle(listTagsZones, async (ctx, { query }) => ({ data: await twins.tagsAndZones(ctx, query) })),
  ];
}
