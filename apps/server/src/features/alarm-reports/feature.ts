import type { Language } from '@stellwerk/contract/text';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { starterGrantsPort } from '../api-keys/index.ts';
import { connectorsPort } from '../connectors/index.ts';
import { type SmartGroupUses, smartGroupUses } from '../smart-groups/index.ts';
import { alarmReportGuard } from './alarm-report.policy.ts';
import { reportRoutes } from './alarm-report.routes.ts';
import { createReportService } from './alarm-report.service.ts';
import { reportsOfGroup } from './alarm-report.store.ts';
import { createReportDeliveries } from './delivery.service.ts';
import { createReportRuns } from './report-run.service.ts';
import { runDueReports } from './run-due.job.ts';

const shownAs: Record<Language, (name: string) => string> = {
  de: (name) => `Alarmbericht „${name}“`,
  en: (name) => `alarm report “${name}”`,
};

const usesOfGroup: SmartGroupUses = async (db, id, language) => (await reportsOfGroup(db, id)).map(shownAs[language]);

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
      extensions: [smartGroupUses.add(usesOfGroup)],
    };
  },
});
