import { previewReplacement, replaceDevice } from '@stellwerk/contract/device-replacement';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { ReplaceService } from './replace.service.ts';

export const replaceRoutes = (replacement: ReplaceService): HandledRoute[] => [
  handle(previewReplacement, async (ctx, { params, body }) => ({
    data: await replacement.preview(ctx, params.id, body.source),
  })),
  handle(replaceDevice, async (ctx, { params, body }) => ({ data: await replacement.replace(ctx, params.id, body) })),
];
