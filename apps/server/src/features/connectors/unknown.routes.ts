import { listUnknownIds, removeUnknownId, replayUnknownId } from '@stellwerk/contract/unknown-id';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { UnknownIds } from './unknown.service.ts';

export const unknownRoutes = (unknown: UnknownIds): HandledRoute[] => [
  handle(listUnknownIds, async (ctx, { params }) => ({ data: await unknown.list(ctx, params.id) })),
  handle(replayUnknownId, async (ctx, { params, body }) => ({
    data: await unknown.replay(ctx, params.id, body.identifier),
  })),
  handle(removeUnknownId, async (ctx, { params, body }) => ({
    data: await unknown.remove(ctx, params.id, body.identifier),
  })),
];
