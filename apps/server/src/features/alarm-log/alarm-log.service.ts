import type { Clock } from '../../platform/clock/clock.ts';
import type { HandledRoute } from '../../platform/http/handle.ts';
import type { Schedule } from '../../platform/jobs/define-job.ts';
import { alarmRoutes } from './alarm.routes.ts';
import { createAlarmService } from './alarm.service.ts';
import { createExplainService, type ExplainDeps } from './explain/explain.service.ts';
import { dropOldAlarms } from './prune.job.ts';
import { createAlarmStatistics } from './statistics.service.ts';

export interface AlarmLogDeps extends ExplainDeps {
  clock: Clock;
}

/** The alarm log, joined. */
export function createAlarmLog(deps: AlarmLogDeps): { routes: HandledRoute[]; schedules: Schedule[] } {
  return {
    routes: alarmRoutes({
      alarms: createAlarmService(deps),
      statistics: createAlarmStatistics(deps),
      explanations: createExplainService(deps),
    }),
    schedules: [dropOldAlarms],
  };
}
