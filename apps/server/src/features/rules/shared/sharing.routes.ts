import { readRuleSharing, shareRule } from '@stellwerk/contract/shared-rule';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import { placeOf } from '../rule.routes.ts';
import type { SharingService } from './sharing.service.ts';

export const sharingRoutes = (sharing: SharingService): HandledRoute[] => [
  handle(readRuleSharing, async (ctx, { params }) => ({ data: await sharing.read(ctx, placeOf(params)) })),
  handle(shareRule, async (ctx, { params, body }) => ({
    data: await sharing.share(ctx, placeOf(params), body.target),
  })),
];
