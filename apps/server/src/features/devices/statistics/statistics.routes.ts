import {
  readDeviceStatistics,
  readDeviceTotals,
  readGrowth,
  readPacketStatistics,
} from '@stellwerk/contract/device-statistics';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { StatisticsService } from './statistics.service.ts';

export const statisticsRoutes = (statistics: StatisticsService): HandledRoute[] => [
  handle(readDeviceStatistics, async (ctx, { params, query }) => ({
    data: await statistics.ofDevice(ctx, params.id, query),
  })),
  handle(readGrowth, async (ctx, { body }) => ({ data: await statistics.growth(ctx, body) })),
  handle(readPacketStatistics, async (ctx, { query }) => ({ data: await statistics.packets(ctx, query) })),
  handle(readDeviceTotals, async (ctx, { query }) => ({ data: await statistics.totals(ctx, query) })),
];
