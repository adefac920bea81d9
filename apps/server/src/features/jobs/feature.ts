import { defineFeature } from '../../platform/feature/define-feature.ts';
import { jobTopics, publishJobChanges } from './job.events.ts';
import { jobGuard } from './job.policy.ts';
import { jobRoutes } from './job.routes.ts';
import { createJobService } from './job.service.ts';
import { dropOldJobs } from './prune.job.ts';

export const feature = defineFeature({
  name: 'jobs',
  create: ({ database: { db }, live, log, jobs }) => ({
    guards: [jobGuard],
    topics: jobTopics(db),
    routes: jobRoutes(createJobService({ jobs })),
    schedules: [dropOldJobs],
    jobListeners: [publishJobChanges({ db, live, log })],
  }),
});
