export { activityRoutes } from './activity.routes.ts';
export { createActivityService } from './activity.service.ts';
export { recordActivity } from './activity.store.ts';
