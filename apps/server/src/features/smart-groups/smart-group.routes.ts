import { ownListNames } from '@stellwerk/contract/core/spec-list';
import {
  createSmartGroup,
  deleteSmartGroup,
  executeSmartGroup,
  listSmartGroups,
  readSmartGroup,
  readSmartGroupFigures,
  readSmartGroupPackets,
  updateSmartGroup,
} from '@stellwerk/contract/smart-group';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { PacketStatistics } from './packets/packets.service.ts';
import type { SmartGroupService } from './smart-group.service.ts';

interface SmartGroupRoutesDeps {
  groups: SmartGroupService;
  packets: PacketStatistics;
}

export const smartGroupRoutes = ({ groups, packets }: SmartGroupRoutesDeps): HandledRoute[] => [
  handle(listSmartGroups, (ctx, { query }) => groups.list(ctx, query)),
  handle(createSmartGroup, async (ctx, { body }) => ({ data: await groups.create(ctx, body) })),
  handle(readSmartGroup, async (ctx, { params }) => ({ data: await groups.read(ctx, params.id) })),
  handle(updateSmartGroup, async (ctx, { params, body }) => ({ data: await groups.update(ctx, params.id, body) })),
  handle(deleteSmartGroup, async (ctx, { params }) => {
    await groups.remove(ctx, params.id);
    return { data: { deleted: true as const } };
  }),
  handle(executeSmartGroup, (ctx, { params, query }) => groups.execute(ctx, params.id, ownListNames(query))),
  handle(readSmartGroupFigures, async (ctx, { params }) => ({ data: await groups.figures(ctx, params.id) })),
  handle(readSmartGroupPackets, async (ctx, { params, query }) => ({
    data: await packets.read(ctx, params.id, query),
  })),
];
