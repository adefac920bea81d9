import { drawerLinksTopic } from '@stellwerk/contract/drawer-link';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { accountTopic } from '../../platform/live/account-topic.ts';
import { drawerLinkRoutes } from './drawer-link.routes.ts';
import { createDrawerLinkService } from './drawer-link.service.ts';
import { drawerLinkScopes } from './drawer-link.store.ts';

const drawerLinkGuard: ScopedGuard = {
  noun: 'drawerLink',
  notFound: 'DRAWER_LINK_NOT_FOUND',
  seenWith: 'super.system.manage',
  scopesOf: drawerLinkScopes,
};

export const feature = defineFeature({
  name: 'drawer-links',
  create: ({ live }) => ({
    guards: [drawerLinkGuard],
    routes: drawerLinkRoutes(createDrawerLinkService({ live })),
    topics: [accountTopic(drawerLinksTopic)],
  }),
});
