import {
  deleteTwinAttachment,
  deleteTwinImage,
  readTwinAttachment,
  readTwinImage,
  uploadTwinAttachment,
  uploadTwinImage,
} from '@stellwerk/contract/twin-file';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { FileService } from './file.service.ts';

const deleted = { data: { deleted: true as const } };

export function fileRoutes(files: FileService): HandledRoute[] {
  return [
    handle(uploadTwinAttachment, async (ctx, { params }, exchange) => ({
      data: await files.attach(ctx, params.id, exchange),
    })),
    handle(readTwinAttachment, (ctx, { params }, exchange) =>
      files.sendAttachment(ctx, params.id, params.attachmentId, exchange),
    ),
    handle(deleteTwinAttachment, async (ctx, { params }) => {
      await files.detach(ctx, params.id, params.attachmentId);
      return deleted;
    }),
    handle(uploadTwinImage, async (ctx, { params }, exchange) => ({
      data: await files.setImage(ctx, params.id, params.kind, exchange),
    })),
    handle(readTwinImage, (ctx, { params }, exchange) => files.sendImage(ctx, params.id, params.kind, exchange)),
    handle(deleteTwinImage, async (ctx, { params }) => {
      await files.removeImage(ctx, params.id, params.kind);
      return deleted;
    }),
  ];
}
