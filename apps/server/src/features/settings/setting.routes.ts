import { readServiceBuilderParams, updateServiceBuilderParams } from '@stellwerk/contract/service-builder';
import { readBranding, readBrandingImage, readSettings, updateSettings } from '@stellwerk/contract/setting';
import { fail } from '../../platform/errors/app-error.ts';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import { readBrandingFor } from './branding.service.ts';
import { serviceBuilders } from './service-builder.service.ts';
import type { SettingService } from './setting.service.ts';
import { findBrandingImage } from './setting.store.ts';

export const settingRoutes = (settings: SettingService): HandledRoute[] => [
  handle(readSettings, async (ctx, { params }) => ({ data: await settings.read(ctx, params.tenantId) })),
  handle(updateSettings, async (ctx, { params, body }) => ({
    data: await settings.update(ctx, params.tenantId, body.own),
  })),
  handle(readServiceBuilderParams, async (ctx, { params }) => ({ data: await serviceBuilders.read(ctx, params.id) })),
  handle(updateServiceBuilderParams, async (ctx, { params, body }) => ({
    data: await serviceBuilders.update(ctx, params.id, body.own),
  })),
  handle(readBranding, async ({ db, actor }, { query }) => ({
    data: await readBrandingFor(db, { domain: query.domain ?? '', accountId: actor?.accountId }),
  })),
  handle(readBrandingImage, async ({ db }, { params }, { reply }) => {
    const { type, content } = (await findBrandingImage(db, params.hash)) ?? fail('FILE_NOT_FOUND');
    // The address contains the hash of the content.
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': type,
    });
    return reply.send(content);
  }),
];
