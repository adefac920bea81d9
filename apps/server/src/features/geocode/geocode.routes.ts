import { geocode } from '@stellwerk/contract/geo';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { GeocodeService } from './geocode.service.ts';

export const geocodeRoutes = (service: GeocodeService): HandledRoute[] => [
  handle(geocode, async (ctx, { query }) => ({ data: await service.find(ctx, query.address) })),
];
