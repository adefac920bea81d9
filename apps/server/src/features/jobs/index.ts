import { seesJobs } from '@stellwerk/contract/job';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { jobOwners, jobScopes } from './job.store.ts';

export { jobTopics, publishJobChanges } from './job.events.ts';
export { jobRoutes } from './job.routes.ts';
export { createJobService, type JobService } from './job.service.ts';
export { dropOldJobs } from './prune.job.ts';

export const jobGuard: ScopedGuard = {
  noun: 'job',
  notFound: 'BACKGROUND_JOBS_NOT_FOUND',
  seenWith: seesJobs,
  scopesOf: jobScopes,
  ownersOf: jobOwners,
};
