import { defineFeature } from '../../platform/feature/define-feature.ts';
import { connectorsPort } from '../connectors/index.ts';
import { dataExportJob } from './data-export.job.ts';
import { exportRoutes } from './data-export.routes.ts';
import { createExportService } from './data-export.service.ts';
import { createDeliveries } from './delivery.service.ts';
import { dataExportGuard, scheduleGuard } from './export.policy.ts';
import { scheduleRoutes } from './export-schedule.routes.ts';
import { createScheduleService } from './export-schedule.service.ts';
import { dropOldExports } from './prune.job.ts';
import { runDueSchedules } from './run-due.job.ts';

export const feature = defineFeature({
  name: 'exports',
  needs: { connectors: connectorsPort },
  create(context, { connectors }) {
    const { database } = context;
    const { deliverers, discarders } = createDeliveries({ ...context, db: database.db, connectors });
    const exports = createExportService({ ...context, connectors });
    const schedules = createScheduleService({ ...context, exports, connectors });
    return {
      guards: [dataExportGuard, scheduleGuard],
      routes: [...exportRoutes(exports), ...scheduleRoutes(schedules)],
      jobs: [dataExportJob(context)],
      schedules: [dropOldExports(context), runDueSchedules(schedules)],
      deliverers,
      discarders,
    };
  },
});
