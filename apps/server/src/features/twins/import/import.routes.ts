import { importTwins } from '@stellwerk/contract/twin-import';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { TwinImportService } from './import.service.ts';

export const twinImportRoutes = (service: TwinImportService): HandledRoute[] => [
  handle(importTwins, async (ctx, { body }) => ({ data: await service.start(ctx, body) })),
];
