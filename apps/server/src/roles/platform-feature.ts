import { defineFeature, type Feature } from '../platform/feature/define-feature.ts';
import type { FeatureSet } from '../platform/feature/feature-set.ts';
import { removeAbandonedUploads } from '../platform/files/files.job.ts';
import { removeJobTexts } from '../platform/files/job-text.job.ts';
import type { DiskGuard } from '../platform/health/disk.ts';
import { databaseCheck, intakeCheck } from '../platform/health/readiness.ts';
import { historySchedules } from '../platform/history/history.job.ts';
import { systemRoutes } from '../platform/http/system.routes.ts';
import { dropParkedEntries } from '../platform/outbox/outbox.job.ts';
import { version } from '../version.ts';

/** The routes, ready checks and schedules of the platform itself. */
export const platformFeature = ({ disk, set }: { disk: DiskGuard; set: Pick<FeatureSet, 'list'> }): Feature =>
  defineFeature({
    name: 'platform',
    create: (context) => ({
      readyChecks: [intakeCheck(context.intake), databaseCheck(context.database.db)],
      routes: systemRoutes({
        version,
        disk,
        metrics: context.metrics,
        metricsToken: context.config.metricsToken,
        readyChecks: () => set.list('readyChecks'),
        allRoutes: () => context.routes().map(({ route }) => route),
      }),
      schedules: [
        dropParkedEntries,
        removeAbandonedUploads(context),
        removeJobTexts({ files: context.files, kinds: () => set.list('jobs') }),
        ...historySchedules(context.history),
      ],
    }),
  });
