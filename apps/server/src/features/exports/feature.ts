import { defineFeature } from '../../platform/feature/define-feature.ts';
import { connectorsPort } from '../connectors/index.ts';
import { dataExportJob } from './data-export.job.ts';
import { dataExportGuard } from './data-export.policy.ts';
import { exportRoutes } from './data-export.routes.ts';
import { createExportService } from './data-export.service.ts';
import { createDeliveries } from './delivery.service.ts';
import { dropOldExports } from './prune.job.ts';

export const feature = defineFeature({
  name: 'exports',
  needs: { connectors: connectorsPort },
  create(context, { connectors }) {
    const { database } = context;
    const { deliverers, discarders } = createDeliveries({ ...context, db: database.db, connectors });
    return {
      guards: [dataExportGuard],
      routes: exportRoutes(createExportService(context)),
      jobs: [dataExportJob(context)],
      schedules: [dropOldExports(context)],
      deliverers,
      discarders,
    };
  },
});
