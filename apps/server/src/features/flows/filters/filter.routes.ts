import {
  createFilter,
  deleteFilter,
  listFilters,
  readFilter,
  tryFilter,
  updateFilter,
} from '@stellwerk/contract/flow-filter';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { FilterService } from './filter.service.ts';

export const filterRoutes = (service: FilterService): HandledRoute[] => [
  handle(listFilters, (ctx, { query }) => service.list(ctx, query)),
  handle(createFilter, async (ctx, { body }) => ({ data: await service.create(ctx, body) })),
  handle(tryFilter, async (ctx, { body }) => ({ data: await service.tryOut(ctx, body) })),
  handle(readFilter, async (ctx, { params }) => ({ data: await service.read(ctx, params.id) })),
  handle(updateFilter, async (ctx, { params, body }) => ({ data: await service.update(ctx, params.id, body) })),
  handle(deleteFilter, async (ctx, { params }) => ({ data: await service.remove(ctx, params.id) })),
];
