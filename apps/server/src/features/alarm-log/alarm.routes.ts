import {
  acknowledgeAlarms,
  assignAlarms,
  commentAlarm,
  commentAlarms,
  countOpenAlarms,
  createMaintenance,
  deleteMaintenance,
  explainAlarm,
  listAlarms,
  listMaintenances,
  muteAlarms,
  readAlarm,
  readAlarmStatistics,
  resolveAlarms,
} from '@stellwerk/contract/alarm';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { AlarmService } from './alarm.service.ts';
import type { ExplainService } from './explain/explain.service.ts';
import type { MaintenanceService } from './maintenance.service.ts';
import type { AlarmStatistics } from './statistics.service.ts';

interface AlarmServices {
  alarms: AlarmService;
  statistics: AlarmStatistics;
  explanations: ExplainService;
  maintenances: MaintenanceService;
}

export const alarmRoutes = ({ alarms, statistics, explanations, maintenances }: AlarmServices): HandledRoute[] => [
  handle(listAlarms, (ctx, { query }) => alarms.list(ctx, query)),
  handle(readAlarmStatistics, async (ctx, { query }) => ({ data: await statistics.read(ctx, query) })),
  handle(countOpenAlarms, async (ctx, { query }) => ({ data: await statistics.open(ctx, query) })),
  handle(readAlarm, async (ctx, { params }) => ({ data: await alarms.read(ctx, params.id) })),
  handle(explainAlarm, async (ctx, { params }) => ({ data: await explanations.explain(ctx, params.id) })),
  handle(commentAlarm, async (ctx, { params, body }) => ({
    data: await alarms.comment(ctx, params.id, body.message),
  })),
  handle(commentAlarms, async (ctx, { body }) => ({ data: { commented: await alarms.commentMany(ctx, body) } })),
  handle(acknowledgeAlarms, async (ctx, { body }) => ({ data: { changed: await alarms.acknowledge(ctx, body) } })),
  handle(assignAlarms, async (ctx, { body }) => ({ data: { changed: await alarms.assign(ctx, body) } })),
  handle(muteAlarms, async (ctx, { body }) => ({ data: { changed: await alarms.mute(ctx, body) } })),
  handle(listMaintenances, async (ctx, { params }) => ({ data: await maintenances.list(ctx, params.id) })),
  handle(createMaintenance, async (ctx, { params, body }) => ({
    data: await maintenances.create(ctx, params.id, body),
  })),
  handle(deleteMaintenance, async (ctx, { params }) => {
    await maintenances.remove(ctx, params.id, params.window);
    return { data: { deleted: true as const } };
  }),
  handle(resolveAlarms, async (ctx, { body }) => ({ data: { resolved: await alarms.resolve(ctx, body) } })),
];
