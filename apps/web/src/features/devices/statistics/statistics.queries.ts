import {
  readDeviceStatistics,
  readDeviceTotals,
  readGrowth,
  type StatisticDuration,
} from '@stellwerk/contract/device-statistics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../../ui/time/time-range.ts';
import { viewerZone } from '../../../ui/time/zone-time.ts';

/** Counting goes over many packets. */
const timeoutMs = 25_000;

const spanOf = (range: TimeRangeValue) => {
  const { fromMs, toMs } = resolveTimeRange(range, Date.now(), viewerZone());
  return { startDate: new Date(fromMs).toISOString(), stopDate: new Date(toMs).toISOString() };
};

export const useDeviceStatistics = (id: number, range: TimeRangeValue, duration: StatisticDuration) =>
  useQuery({
    queryKey: ['devices', 'statistics', id, timeRangeToText(range), duration],
    queryFn: async ({ signal }) => {
      const query = { ...spanOf(range), duration };
      return (await call(readDeviceStatistics, { params: { id }, query }, { signal, timeoutMs })).data;
    },
    placeholderData: keepPreviousData,
  });

export const useGrowth = (
  tenantId: number | undefined,
  range: TimeRangeValue,
  duration: Exclude<StatisticDuration, 'hour'>,
) =>
  useQuery({
    queryKey: ['devices', 'growth', tenantId, timeRangeToText(range), duration],
    queryFn: async ({ signal }) => {
      const body = { tenantId, ...spanOf(range), duration };
      return (await call(readGrowth, { body }, { signal, timeoutMs })).data;
    },
    placeholderData: keepPreviousData,
  });

export const useDeviceTotals = (tenantId: number | undefined) =>
  useQuery({
    queryKey: ['devices', 'totals', tenantId],
    queryFn: async ({ signal }) => (await call(readDeviceTotals, { query: { tenantId } }, { signal, timeoutMs })).data,
  });
