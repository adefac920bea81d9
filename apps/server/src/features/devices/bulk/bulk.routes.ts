import { bulkEditDevices, bulkUpdateDevices, readBulkEditOptions } from '@stellwerk/contract/device-bulk';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { BulkEditService } from './bulk-edit.service.ts';

export const deviceBulkRoutes = ({ edit }: { edit: BulkEditService }): HandledRoute[] => [
  handle(bulkEditDevices, async (ctx, { body }) => ({ data: await edit.edit(ctx, body) })),
  handle(bulkUpdateDevices, async (ctx, { body }) => ({ data: { job: await edit.start(ctx, body) } })),
  handle(readBulkEditOptions, async (ctx, { body }) => ({ data: await edit.options(ctx, body.ids) })),
];
