import {
  createAlarmReport,
  deleteAlarmReport,
  listAlarmReportRuns,
  listAlarmReports,
  previewAlarmReport,
  switchAlarmReport,
  testAlarmReport,
  updateAlarmReport,
} from '@stellwerk/contract/alarm-report';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { ReportService } from './alarm-report.service.ts';

export const reportRoutes = (service: ReportService): HandledRoute[] => [
  handle(listAlarmReports, (ctx, { query }) => service.list(ctx, query)),
  handle(createAlarmReport, async (ctx, { body }) => ({ data: await service.create(ctx, body) })),
  handle(updateAlarmReport, async (ctx, { body }) => ({ data: await service.update(ctx, body) })),
  handle(switchAlarmReport, async (ctx, { body }) => ({ data: await service.switch(ctx, body) })),
  handle(deleteAlarmReport, async (ctx, { query }) => ({ data: await service.remove(ctx, query.id) })),
  handle(listAlarmReportRuns, (ctx, { query }) => service.runs(ctx, query)),
  handle(previewAlarmReport, async (ctx, { body }) => ({ data: await service.preview(ctx, body) })),
  handle(testAlarmReport, async (ctx, { body }) => ({ data: await service.test(ctx, body) })),
];
