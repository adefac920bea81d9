import { searchEverything } from '@stellwerk/contract/search';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { SearchService } from './search.service.ts';

export const searchRoutes = (service: SearchService): HandledRoute[] => [
  handle(searchEverything, async (ctx, { query }) => ({ data: await service.search(ctx, query) })),
];
