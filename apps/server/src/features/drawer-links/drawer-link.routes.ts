import {
  createDrawerLink,
  deleteDrawerLink,
  listDrawerLinks,
  listOwnDrawerLinks,
  updateDrawerLink,
} from '@stellwerk/contract/drawer-link';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { DrawerLinkService } from './drawer-link.service.ts';

export const drawerLinkRoutes = (links: DrawerLinkService): HandledRoute[] => [
  handle(listOwnDrawerLinks, async (ctx) => ({ data: await links.listOwn(ctx) })),
  handle(listDrawerLinks, async (ctx, { query }) => ({ data: await links.list(ctx, query.tenantId) })),
  handle(createDrawerLink, async (ctx, { body: { tenantId, ...values } }) => ({
    data: await links.create(ctx, tenantId, values),
  })),
  handle(updateDrawerLink, async (ctx, { params, body }) => ({ data: await links.update(ctx, params.id, body) })),
  handle(deleteDrawerLink, async (ctx, { params }) => {
    await links.remove(ctx, params.id);
    return { data: { deleted: true as const } };
  }),
];
