import {
  canShareTwin,
  createShareKey,
  deleteShareKey,
  findShareKey,
  isTwinShared,
  renewShareKey,
  replaceShareKey,
} from '@stellwerk/contract/twin-sharing';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { TwinShareService } from './twin-share.service.ts';

export function twinShareRoutes(service: TwinShareService): HandledRoute[] {
  return [
    handle(canShareTwin, async (ctx, { params }) => ({ data: { canShare: await service.canShare(ctx, params.id) } })),
    handle(isTwinShared, async (ctx, { params }) => ({ data: await service.isShared(ctx, params.id) })),
    handle(findShareKey, async (ctx, { params }) => ({ data: await service.find(ctx, params.id) })),
    handle(createShareKey, async (ctx, { params, body }) => ({ data: await service.create(ctx, params.id, body) })),
    handle(renewShareKey, async (ctx, { params, body }) => ({ data: await service.renew(ctx, params.id, body) })),
    handle(replaceShareKey, async (ctx, { params, body }) => ({ data: await service.replace(ctx, params.id, body) })),
    handle(deleteShareKey, async (ctx, { params }) => ({ data: await service.end(ctx, params.id) })),
  ];
}
