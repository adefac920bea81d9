import { defineFeature } from '../../platform/feature/define-feature.ts';
import { stateHistoryRoutes } from './history.routes.ts';
import { createStateHistoryService } from './history.service.ts';
import { createHistoryCsvService } from './history-csv.service.ts';
import { retentionSchedules } from './retention.job.ts';

export const feature = defineFeature({
  name: 'state-history',
  create: (context) => ({
    routes: stateHistoryRoutes({ service: createStateHistoryService(context), csv: createHistoryCsvService(context) }),
    schedules: retentionSchedules(context.history),
  }),
});
