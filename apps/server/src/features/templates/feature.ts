import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountContents } from '../accounts/index.ts';
import { connectorsPort } from '../connectors/index.ts';
import { healthPort } from '../device-health/index.ts';
import { createGroupFilter, deviceLocks, devicesPort, groupFilterPort } from '../devices/index.ts';
import { ruleLocks, rulesPort } from '../rules/index.ts';
import { stateLocks } from '../states/index.ts';
import { createChangesService } from './changes.service.ts';
import { createContentCheck } from './content-check.service.ts';
import { createDeviceModel } from './device-model.service.ts';
import { createLinkService } from './links/link.service.ts';
import { deviceLock, ruleLock, stateLock } from './links/lock.service.ts';
import { createValueCounts } from './links/value-count.service.ts';
import { createApplyService } from './sync/apply.service.ts';
import { watchCanaries } from './sync/canary.job.ts';
import { createPublishService } from './sync/publish.service.ts';
import { templateSyncJob } from './sync/sync.job.ts';
import { templateGuards } from './template.policy.ts';
import { templateRoutes } from './template.routes.ts';
import { createTemplateService } from './template.service.ts';
import { countTemplates } from './template.store.ts';

export const feature = defineFeature({
  name: 'templates',
  needs: {
    connectors: connectorsPort,
    devices: devicesPort,
    rules: rulesPort,
    health: healthPort,
    readGroupFilter: groupFilterPort.optional,
  },
  create(context, { connectors, devices, rules: { placements }, health, readGroupFilter }) {
    const { clock, jobs } = context;
    const groupFilter = createGroupFilter({ clock, read: readGroupFilter });
    const apply = createApplyService({ configurations: devices.configurations, placements });
    const countValues = createValueCounts(context);
    const check = createContentCheck({ ...context, kinds: connectors.kinds, health, placements });
    const templates = createTemplateService({ check, model: createDeviceModel({ placements }), clock });
    const publishing = createPublishService({ templates, jobs, clock });
    return {
      guards: templateGuards,
      routes: templateRoutes({
        templates,
        publishing,
        changes: createChangesService({ apply, countValues }),
        links: createLinkService({ apply, countValues, devices, clock, groupFilter }),
      }),
      jobs: [templateSyncJob({ apply: apply.apply, clock })],
      schedules: [watchCanaries({ publishing, clock })],
      extensions: [
        accountContents.add(countTemplates),
        deviceLocks.add(deviceLock),
        stateLocks.add(stateLock),
        ruleLocks.add(ruleLock),
      ],
    };
  },
});
