import { defineFeature } from '../../platform/feature/define-feature.ts';
import { starterGrantsPort } from '../api-keys/index.ts';
import { connectorsPort } from '../connectors/index.ts';
import { alarmReportGuard } from './alarm-report.policy.ts';
import { reportRoutes } from './alarm-report.routes.ts';
import { createReportService } from './alarm-report.service.ts';
import { createReportDeliveries } from './delivery.service.ts';
import { createReportRuns } from './report-run.service.ts';
import { runDueReports } from './run-due.job.ts';

export const feature = defineFeature({
  name: 'alarm-reports',
  needs: { connectors: connectorsPort, grantsOf: starterGrantsPort },
  create(context, { connectors, grantsOf }) {
    const runs = createReportRuns({ ...context, grantsOf });
    const { deliverers, discarders } = createReportDeliveries({ ...context, db: context.database.db, connectors });
    return {
      guards: [alarmReportGuard],
      routes: reportRoutes(createReportService({ ...context, runs, connectors })),
      schedules: [runDueReports(runs)],
      deliverers,
      discarders,
    };
  },
});
