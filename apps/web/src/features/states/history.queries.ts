import {
  exportHistory,
  type HistoryDuration,
  type HistoryMethod,
  searchAggregated,
  searchHistory,
  searchSeries,
} from '@stellwerk/contract/state-history';
import { readGeoHistory } from '@stellwerk/contract/twin-map';
import { type VisualisationRange, visualisationRangeMs } from '@stellwerk/contract/visualisation-range';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { saveFile } from '../../lib/download.ts';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../ui/time/time-range.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';
import type { TileHistory, TilePlace } from './tiles/tile-types.ts';

/** The specification gives these calls more time than others. */
const timeoutMs = 30_000;
const rawPage = 50;
/** A tile has no room for more. */
const tilePoints = 400;

const spanOf = (range: TimeRangeValue) => {
  const { fromMs, toMs } = resolveTimeRange(range, Date.now(), viewerZone());
  return { startDate: new Date(fromMs).toISOString(), endDate: new Date(toMs).toISOString(), fromMs, toMs };
};

const queryOf = ({ startDate, endDate }: ReturnType<typeof spanOf>) => ({ startDate, endDate });

export async function loadTileHistory(stateId: number, range: VisualisationRange): Promise<TileHistory> {
  const startDate = new Date(Date.now() - visualisationRangeMs[range]).toISOString();
  const query = { stateIds: String(stateId), startDate, maxPoints: tilePoints };
  const { series } = (await call(searchSeries, { query }, { timeoutMs })).data;
  return { points: series[0]?.points ?? [], binMs: series[0]?.binMs ?? null };
}

export async function loadTrack(twinId: number, range: VisualisationRange): Promise<readonly TilePlace[]> {
  const dateStart = new Date(Date.now() - visualisationRangeMs[range]).toISOString();
  return (await call(readGeoHistory, { params: { id: twinId }, query: { dateStart } }, { timeoutMs })).data;
}

export interface Aggregation {
  duration: HistoryDuration;
  method: HistoryMethod;
}

/** The line of a state over a range, as it came or one value an interval. */
export const useHistoryLine = (stateId: number, range: TimeRangeValue, aggregation: Aggregation | null) =>
  useQuery({
    queryKey: ['states', 'history', stateId, timeRangeToText(range), aggregation],
    queryFn: async ({ signal }) => {
      const span = spanOf(range);
      const query = { stateIds: String(stateId), ...queryOf(span) };
      const { fromMs, toMs } = span;
      if (!aggregation) {
        const { series } = (await call(searchSeries, { query }, { signal, timeoutMs })).data;
        return { points: series[0]?.points ?? [], binMs: series[0]?.binMs ?? null, fromMs, toMs };
      }
      const zone = viewerZone();
      const input = { query: { ...query, ...aggregation, zone } };
      const { series } = (await call(searchAggregated, input, { signal, timeoutMs })).data;
      const points = (series[0]?.buckets ?? []).map(({ start, value }) => [Date.parse(start), value] as const);
      return { points, binMs: null, fromMs, toMs };
    },
    placeholderData: (before) => before,
  });

/** Single values, newest first, page by page. */
export const useRawValues = (stateId: number, range: TimeRangeValue) =>
  useInfiniteQuery({
    queryKey: ['states', 'raw', stateId, timeRangeToText(range)],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const span = queryOf(spanOf(range));
      const query = { stateId, ...span, limit: rawPage, ...(pageParam ? { endDate: pageParam } : {}) };
      return (await call(searchHistory, { query }, { signal, timeoutMs })).data;
    },
    getNextPageParam: ({ points, hasMore }) => (hasMore ? points.at(-1)?.timestamp : undefined),
  });

export const useHistoryExport = (stateId: number, name: string) =>
  useMutation({
    mutationFn: async (range: TimeRangeValue) => {
      const query = { ...queryOf(spanOf(range)), zone: viewerZone() };
      saveFile(await call(exportHistory, { params: { id: stateId }, query }, { timeoutMs: 120_000 }), `${name}.csv`);
    },
  });
