import {
  bulkEditDevices,
  bulkImportDevices,
  bulkUpdateDevices,
  readBulkEditOptions,
} from '@stellwerk/contract/device-bulk';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { BulkEditService } from './bulk-edit.service.ts';
import type { BulkImportService } from './bulk-import.service.ts';

interface BulkServices {
  edit: BulkEditService;
  imports: BulkImportService;
}

export const deviceBulkRoutes = ({ edit, imports }: BulkServices): HandledRoute[] => [
  handle(bulkEditDevices, async (ctx, { body }) => ({ data: await edit.edit(ctx, body) })),
  handle(bulkUpdateDevices, async (ctx, { body }) => ({ data: { job: await edit.start(ctx, body) } })),
  handle(bulkImportDevices, async (ctx, { body }) => ({ data: await imports.start(ctx, body) })),
  handle(readBulkEditOptions, async (ctx, { body }) => ({ data: await edit.options(ctx, body.ids) })),
];
