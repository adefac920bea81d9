export { activityRoutes } from './activity.routes.ts';
export { createActivityService } from './activity.service.ts';
export { type FoundActivity, findActivityAbout, recordActivity } from './activity.store.ts';
export { sealEveryMinute } from './seal.job.ts';
export { type CheckedChain, checkActivity, countUnsealed } from './seal.service.ts';
