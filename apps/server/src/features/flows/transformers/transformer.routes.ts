import {
  createTransformer,
  deleteTransformer,
  listTransformers,
  readTransformer,
  testTransformer,
  updateTransformer,
} from '@stellwerk/contract/flow-transformer';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { TransformerService } from './transformer.service.ts';

export const transformerRoutes = (service: TransformerService): HandledRoute[] => [
  handle(listTransformers, (ctx, { query }) => service.list(ctx, query)),
  handle(createTransformer, async (ctx, { body }) => ({ data: await service.create(ctx, body) })),
  handle(testTransformer, async (ctx, { body }) => ({ data: await service.test(ctx, body) })),
  handle(readTransformer, async (ctx, { params }) => ({ data: await service.read(ctx, params.id) })),
  handle(updateTransformer, async (ctx, { params, body }) => ({ data: await service.update(ctx, params.id, body) })),
  handle(deleteTransformer, async (ctx, { params }) => ({ data: await service.remove(ctx, params.id) })),
];
