import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

const tag = 'drawer-link';

export const drawerLinkIcons = [
  'link',
  'globe',
  'book',
  'chart',
  'map',
  'mail',
  'phone',
  'tool',
  'shop',
  'info',
] as const;
export const maxDrawerLinks = 50;

const title = z.string().trim().min(1).max(60);

export const drawerLinkFields = z.object({
  icon: z.enum(drawerLinkIcons),
  titleDe: title,
  titleEn: title,
  url: z.url({ protocol: /^https?$/ }).max(2_000),
});

export const drawerLink = drawerLinkFields.extend({ id: z.int(), tenantId: z.int() });
export type DrawerLink = z.output<typeof drawerLink>;

export const drawerLinksTopic = 'drawer-links';

export const listOwnDrawerLinks = defineRoute({
  method: 'GET',
  path: '/api/v1/drawer-links/own',
  tag,
  summary: 'Links in the drawer of the caller: those of the accounts above first, then those of their account',
  permission: 'login',
  response: dataOf(z.array(drawerLink)),
});

/** An account has at most 50 links, so there are no pages. */
export const listDrawerLinks = defineRoute({
  method: 'GET',
  path: '/api/v1/drawer-links',
  tag,
  summary: 'The links of an account in their order',
  permission: 'super.system.manage',
  query: z.object({ tenantId: textIdOf('account') }),
  response: dataOf(z.array(drawerLink)),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const createDrawerLink = defineRoute({
  method: 'POST',
  path: '/api/v1/drawer-links',
  tag,
  summary: 'Add a link to the drawer of the users of an account and of the accounts below it',
  permission: 'super.system.manage',
  body: drawerLinkFields.extend({ tenantId: idOf('account') }),
  response: dataOf(drawerLink),
  status: 201,
  errors: ['ACCOUNT_NOT_FOUND', 'DRAWER_LINK_TOO_MANY'],
});

const params = z.object({ id: textIdOf('drawerLink') });

/** `position` from 0 moves the link; absent, it stays. */
export const updateDrawerLink = defineRoute({
  method: 'PUT',
  path: '/api/v1/drawer-links/{id}',
  tag,
  summary: 'Change or move a link',
  permission: 'super.system.manage',
  params,
  body: drawerLinkFields.extend({ position: z.int().min(0).max(maxDrawerLinks).optional() }),
  response: dataOf(drawerLink),
  errors: ['DRAWER_LINK_NOT_FOUND'],
});

export const deleteDrawerLink = defineRoute({
  method: 'DELETE',
  path: '/api/v1/drawer-links/{id}',
  tag,
  summary: 'Remove a link',
  permission: 'super.system.manage',
  params,
  response: dataOf(z.object({ deleted: z.literal(true) })),
  errors: ['DRAWER_LINK_NOT_FOUND'],
});
