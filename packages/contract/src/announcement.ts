import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

const tag = 'announcement';

export const announcementTypes = ['info', 'success', 'warning', 'error'] as const;
export const announcementStates = ['inactive', 'planned', 'shown', 'expired'] as const;

/** Null for none; the address must be of a web page. */
const link = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  message: z.string().trim().min(1).max(100),
});

const fields = {
  type: z.enum(announcementTypes),
  /** Plain text; markup is shown as it is. */
  message: z.string().trim().min(1).max(2_000),
  active: z.boolean(),
  presentationType: z.literal('banner').default('banner'),
  /** Null for an open bound. The end is exclusive. */
  start: isoTime.nullable(),
  end: isoTime.nullable(),
  link: link.nullable(),
  includeSubTenants: z.boolean(),
};

/** Two bounds must be in order. */
export const announcementFields = z
  .object(fields)
  .refine(({ start, end }) => start === null || end === null || Date.parse(start) < Date.parse(end), {
    path: ['end'],
  });

export const announcement = z.object({
  id: z.int(),
  tenantId: z.int(),
  ...fields,
  presentationType: z.literal('banner'),
  createdAt: isoTime,
  state: z.enum(announcementStates),
});
export type Announcement = z.output<typeof announcement>;

export const ownAnnouncement = announcement.pick({
  id: true,
  type: true,
  message: true,
  start: true,
  end: true,
  link: true,
});
export type OwnAnnouncement = z.output<typeof ownAnnouncement>;

/** The live topic on which clients hear that announcements have changed. */
export const announcementsTopic = 'announcements';

/** `start` lies in the future for announcements of the next hour, so that clients show them in time. */
export const listOwnAnnouncements = defineRoute({
  method: 'GET',
  path: '/api/v1/user/own/announcements',
  tag,
  summary:
    'Announcements for the caller that are shown now or within the next hour, without dismissed ones; at most 50',
  permission: 'login',
  response: dataOf(z.array(ownAnnouncement)),
});

export const dismissAnnouncement = defineRoute({
  method: 'POST',
  path: '/api/v1/user/own/announcements/{id}/dismiss',
  tag,
  summary: 'Hide an announcement for the caller for good, wherever they sign in',
  permission: 'login',
  params: z.object({ id: textIdOf('ownAnnouncement') }),
  response: dataOf(z.object({ dismissed: z.literal(true) })),
  errors: ['ANNOUNCEMENT_NOT_FOUND'],
});

const inTenant = z.object({ id: textIdOf('account') });

export const listAnnouncements = defineRoute({
  method: 'GET',
  path: '/api/v1/tenant/{id}/announcement',
  tag,
  summary: 'Announcements of an account with their state',
  permission: 'all.manage',
  params: inTenant,
  query: listQuery.omit({ sort: true }),
  response: listOf(announcement),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const createAnnouncement = defineRoute({
  method: 'POST',
  path: '/api/v1/tenant/{id}/announcement',
  tag,
  summary: 'Announce something to the users of an account',
  permission: 'all.manage',
  params: inTenant,
  body: announcementFields,
  response: dataOf(announcement),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND'],
});

const params = z.object({ id: textIdOf('account'), announcementId: textIdOf('announcement') });

export const updateAnnouncement = defineRoute({
  method: 'PUT',
  path: '/api/v1/tenant/{id}/announcement/{announcementId}',
  tag,
  summary: 'Change an announcement',
  permission: 'all.manage',
  params,
  body: announcementFields,
  response: dataOf(announcement),
  errors: ['ACCOUNT_NOT_FOUND', 'ANNOUNCEMENT_NOT_FOUND'],
});

export const deleteAnnouncement = defineRoute({
  method: 'DELETE',
  path: '/api/v1/tenant/{id}/announcement/{announcementId}',
  tag,
  summary: 'Delete an announcement',
  permission: 'all.manage',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['ACCOUNT_NOT_FOUND', 'ANNOUNCEMENT_NOT_FOUND'],
});
