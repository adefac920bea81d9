import { defineFeature } from '../../platform/feature/define-feature.ts';
import { activityRoutes } from './activity.routes.ts';
import { createActivityService } from './activity.service.ts';
import { sealEveryMinute } from './seal.job.ts';

export const feature = defineFeature({
  name: 'activity',
  create: () => ({ routes: activityRoutes(createActivityService()), schedules: [sealEveryMinute] }),
});
