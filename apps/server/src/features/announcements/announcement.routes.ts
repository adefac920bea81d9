import {
  createAnnouncement,
  deleteAnnouncement,
  dismissAnnouncement,
  listAnnouncements,
  listOwnAnnouncements,
  updateAnnouncement,
} from '@stellwerk/contract/announcement';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { AnnouncementService } from './announcement.service.ts';

export const announcementRoutes = (announcements: AnnouncementService): HandledRoute[] => [
  handle(listOwnAnnouncements, async (ctx) => ({ data: await announcements.listOwn(ctx) })),
  handle(dismissAnnouncement, async (ctx, { params }) => {
    await announcements.dismiss(ctx, params.id);
    return { data: { dismissed: true as const } };
  }),
  handle(listAnnouncements, (ctx, { params, query }) => announcements.list(ctx, { accountId: params.id, ...query })),
  handle(createAnnouncement, async (ctx, { params, body }) => ({
    data: await announcements.create(ctx, params.id, body),
  })),
  handle(updateAnnouncement, async (ctx, { params, body }) => ({
    data: await announcements.update(ctx, { accountId: params.id, id: params.announcementId }, body),
  })),
  handle(deleteAnnouncement, async (ctx, { params }) => {
    await announcements.remove(ctx, { accountId: params.id, id: params.announcementId });
    return { data: { deleted: true as const } };
  }),
];
