import {
  commentAlarm,
  commentAlarms,
  explainAlarm,
  listAlarms,
  readAlarm,
  readAlarmStatistics,
  resolveAlarms,
} from '@stellwerk/contract/alarm';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { AlarmService } from './alarm.service.ts';
import type { ExplainService } from './explain/explain.service.ts';
import type { AlarmStatistics } from './statistics.service.ts';

interface AlarmServices {
  alarms: AlarmService;
  statistics: AlarmStatistics;
  explanations: ExplainService;
}

export const alarmRoutes = ({ alarms, statistics, explanations }: AlarmServices): HandledRoute[] => [
  handle(listAlarms, (ctx, { query }) => alarms.list(ctx, query)),
  handle(readAlarmStatistics, async (ctx, { query }) => ({ data: await statistics.read(ctx, query) })),
  handle(readAlarm, async (ctx, { params }) => ({ data: await alarms.read(ctx, params.id) })),
  handle(explainAlarm, async (ctx, { params }) => ({ data: await explanations.explain(ctx, params.id) })),
  handle(commentAlarm, async (ctx, { params, body }) => ({
    data: await alarms.comment(ctx, params.id, body.message),
  })),
  handle(commentAlarms, async (ctx, { body }) => ({ data: { commented: await alarms.commentMany(ctx, body) } })),
  handle(resolveAlarms, async (ctx, { body }) => ({ data: { resolved: await alarms.resolve(ctx, body) } })),
];
