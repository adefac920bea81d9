import { announcementsTopic } from '@stellwerk/contract/announcement';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountTopic } from '../../platform/live/account-topic.ts';
import { announcementGuard, ownAnnouncementGuard } from './announcement.policy.ts';
import { announcementRoutes } from './announcement.routes.ts';
import { createAnnouncementService } from './announcement.service.ts';

export const feature = defineFeature({
  name: 'announcements',
  create: ({ clock, live }) => ({
    guards: [announcementGuard, ownAnnouncementGuard(clock)],
    routes: announcementRoutes(createAnnouncementService({ clock, live })),
    topics: [accountTopic(announcementsTopic)],
  }),
});
