import { defineFeature } from '../../platform/feature/define-feature.ts';
import { createDefinitionService } from './definition.service.ts';
import { jobTopics, publishJobChanges } from './job.events.ts';
import { jobGuard } from './job.policy.ts';
import { jobRoutes } from './job.routes.ts';
import { createJobService } from './job.service.ts';
import { dropOldJobs } from './prune.job.ts';

export const feature = defineFeature({
  name: 'jobs',
  create: ({ database: { db }, live, log, jobs, clock }) => ({
    guards: [jobGuard],
    topics: jobTopics(db),
    routes: jobRoutes(createJobService({ jobs, clock }), createDefinitionService({ jobs, clock })),
    schedules: [dropOldJobs],
    jobListeners: [publishJobChanges({ db, live, log })],
  }),
});
