import { brandingTopic } from '@stellwerk/contract/setting';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { pageLookPort } from '../../platform/http/page-look.ts';
import { accountTopic } from '../../platform/live/account-topic.ts';
import { mailTemplateRoutes } from './mail-template.routes.ts';
import { createMailTemplateService } from './mail-template.service.ts';
import { createFindPageLook } from './page-look.service.ts';
import { settingRoutes } from './setting.routes.ts';
import { createSettingService } from './setting.service.ts';

export const feature = defineFeature({
  name: 'settings',
  provides: { pageLook: pageLookPort },
  create: ({ live, database, linkBase }) => ({
    provides: { pageLook: createFindPageLook(database.db) },
    routes: [
      ...settingRoutes(createSettingService({ live })),
      ...mailTemplateRoutes(createMailTemplateService({ linkBase })),
    ],
    topics: [accountTopic(brandingTopic)],
  }),
});
