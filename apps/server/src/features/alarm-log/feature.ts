import { defineFeature } from '../../platform/feature/define-feature.ts';
import { createGroupFilter, groupFilterPort } from '../devices/index.ts';
import { driversPort } from '../drivers/index.ts';
import { alarmRoutes } from './alarm.routes.ts';
import { createAlarmService } from './alarm.service.ts';
import { createExplainService } from './explain/explain.service.ts';
import { createMaintenanceService } from './maintenance.service.ts';
import { createAlarmStatistics } from './statistics.service.ts';

export const feature = defineFeature({
  name: 'alarm-log',
  needs: { drivers: driversPort, readGroupFilter: groupFilterPort.optional },
  create(context, { drivers, readGroupFilter }) {
    const groupFilter = createGroupFilter({ clock: context.clock, read: readGroupFilter });
    const deps = { ...context, parsers: drivers.parsers, groupFilter };
    return {
      routes: alarmRoutes({
        alarms: createAlarmService(deps),
        statistics: createAlarmStatistics(deps),
        explanations: createExplainService(deps),
        maintenances: createMaintenanceService(deps),
      }),
    };
  },
});
