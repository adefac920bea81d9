import { Readable } from 'node:stream';
import {
  exportHistory,
  fetchHistory,
  searchAggregated,
  searchHistory,
  searchSeries,
} from '@stellwerk/contract/state-history';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { StateHistoryService } from './history.service.ts';
import type { HistoryCsvService } from './history-csv.service.ts';

interface StateHistoryServices {
  service: StateHistoryService;
  csv: HistoryCsvService;
}

export const stateHistoryRoutes = ({ service, csv }: StateHistoryServices): HandledRoute[] => [
  handle(searchHistory, async (ctx, { query }) => ({ data: await service.search(ctx, query) })),
  handle(fetchHistory, async (ctx, { query }) => ({ data: await service.search(ctx, query) })),
  handle(searchSeries, async (ctx, { query }) => ({ data: await service.series(ctx, query) })),
  handle(searchAggregated, async (ctx, { query }) => ({ data: await service.aggregated(ctx, query) })),
  handle(exportHistory, async (ctx, { params, query }, { reply }) => {
    const file = await csv.open(ctx, params.id, query);
    // No escaping is needed, because keys are letters, digits and underscores.
    reply.header('content-disposition', `attachment; filename="${file.name}"`);
    return Readable.from(file.lines);
  }),
];
