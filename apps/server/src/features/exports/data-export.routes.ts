import { deleteExport, downloadExport, listExports, startExport } from '@stellwerk/contract/data-export';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { ExportService } from './data-export.service.ts';

export const exportRoutes = (service: ExportService): HandledRoute[] => [
  handle(startExport, async (ctx, { body }) => ({ data: await service.start(ctx, body) })),
  handle(listExports, (ctx, { query }) => service.list(ctx, query)),
  handle(downloadExport, (ctx, { params }, exchange) => service.download(ctx, params.id, exchange)),
  handle(deleteExport, async (ctx, { params }) => ({ data: await service.remove(ctx, params.id) })),
];
