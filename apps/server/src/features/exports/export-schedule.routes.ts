import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  previewSchedule,
  runSchedule,
  updateSchedule,
} from '@stellwerk/contract/export-schedule';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { ScheduleService } from './export-schedule.service.ts';

export const scheduleRoutes = (service: ScheduleService): HandledRoute[] => [
  handle(listSchedules, (ctx, { query }) => service.list(ctx, query)),
  handle(createSchedule, async (ctx, { body }) => ({ data: await service.create(ctx, body) })),
  handle(previewSchedule, async (ctx, { body }) => ({ data: await service.preview(ctx, body) })),
  handle(updateSchedule, async (ctx, { params, body }) => ({ data: await service.update(ctx, params.id, body) })),
  handle(deleteSchedule, async (ctx, { params }) => ({ data: await service.remove(ctx, params.id) })),
  handle(runSchedule, async (ctx, { params }) => ({ data: await service.runNow(ctx, params.id) })),
];
