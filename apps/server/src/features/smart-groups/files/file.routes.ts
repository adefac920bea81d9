import {
  deleteSmartGroupAttachment,
  deleteSmartGroupImage,
  readSmartGroupAttachment,
  readSmartGroupImage,
  uploadSmartGroupAttachment,
  uploadSmartGroupImage,
} from '@stellwerk/contract/smart-group';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { FileService } from './file.service.ts';

const deleted = { data: { deleted: true as const } };

export const fileRoutes = (files: FileService): HandledRoute[] => [
  handle(uploadSmartGroupAttachment, async (ctx, { params }, exchange) => ({
    data: await files.attach(ctx, params.id, exchange),
  })),
  handle(readSmartGroupAttachment, (ctx, { params }, exchange) =>
    files.sendAttachment(ctx, params.id, params.attachmentId, exchange),
  ),
  handle(deleteSmartGroupAttachment, async (ctx, { params }) => {
    await files.detach(ctx, params.id, params.attachmentId);
    return deleted;
  }),
  handle(uploadSmartGroupImage, async (ctx, { params }, exchange) => ({
    data: await files.setImage(ctx, params.id, exchange),
  })),
  handle(readSmartGroupImage, (ctx, { params }, exchange) => files.sendImage(ctx, params.id, exchange)),
  handle(deleteSmartGroupImage, async (ctx, { params }) => {
    await files.removeImage(ctx, params.id);
    return deleted;
  }),
];
