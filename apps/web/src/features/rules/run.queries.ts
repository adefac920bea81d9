import type { RouteAnswer } from '@stellwerk/contract/core/route';
import type { RuleDefinition, RuleResult } from '@stellwerk/contract/rule';
import { type RuleExecution, readExecutionHistory, replayRule } from '@stellwerk/contract/rule-run';
import { searchHistory, searchSeries } from '@stellwerk/contract/state-history';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, isApiError } from '../../lib/api.ts';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../ui/time/time-range.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';

/** A replay may look at a million values. */
const replayTimeoutMs = 60_000;
const historyTimeoutMs = 30_000;
/** The interval for views of running rules. */
export const watchMs = 10_000;
const pageSize = 20;

export type ReplayResult = RouteAnswer<typeof replayRule>['data'];

const spanOf = (range: TimeRangeValue) => {
  const { fromMs, toMs } = resolveTimeRange(range, Date.now(), viewerZone());
  return { fromMs, toMs, from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
};

/** The last response stays, with its span, until the next one arrives; an outdated request is cancelled. */
export const useReplay = (twinId: number, rule: RuleDefinition | undefined, range: TimeRangeValue) =>
  useQuery({
    queryKey: ['rules', 'replay', twinId, timeRangeToText(range), rule],
    queryFn: async ({ signal }) => {
      if (!rule) return null;
      const { from, to } = spanOf(range);
      const options = { signal, timeoutMs: replayTimeoutMs };
      const { data } = await call(replayRule, { body: { dtwinId: twinId, rule, from, to } }, options);
      return { result: data, range };
    },
    enabled: rule !== undefined,
    placeholderData: keepPreviousData,
    // A user has one replay at a time: one in another window may have ended this one.
    retry: (count, error) => isApiError(error) && error.code === 'RATE_LIMITED' && count < 3,
    gcTime: 60_000,
  });

/** History of states over a span, thinned out for a chart. */
export const useStateLines = (stateIds: readonly number[], range: TimeRangeValue) =>
  useQuery({
    queryKey: ['rules', 'lines', stateIds, timeRangeToText(range)],
    queryFn: async ({ signal }) => {
      const { from, to, fromMs, toMs } = spanOf(range);
      const query = { stateIds: stateIds.join(','), startDate: from, endDate: to };
      const { series } = (await call(searchSeries, { query }, { signal, timeoutMs: historyTimeoutMs })).data;
      return { series, fromMs, toMs };
    },
    enabled: stateIds.length > 0,
    placeholderData: keepPreviousData,
  });

/** Time of the first value of these states; null without values. */
export const useFirstValueAt = (stateIds: readonly number[]) =>
  useQuery({
    queryKey: ['rules', 'first-value', stateIds],
    queryFn: async ({ signal }) => {
      const firsts = await Promise.all(
        stateIds.map(async (stateId) => {
          const query = { stateId, limit: 1, order: 'ascending' } as const;
          return (await call(searchHistory, { query }, { signal, timeoutMs: historyTimeoutMs })).data.points[0];
        }),
      );
      const times = firsts.flatMap((point) => (point ? [Date.parse(point.timestamp)] : []));
      return times.length > 0 ? Math.min(...times) : null;
    },
    enabled: stateIds.length > 0,
    placeholderData: keepPreviousData,
  });

export interface HistoryFilter {
  range: TimeRangeValue;
  results: readonly RuleResult[];
}

/** The executions of a rule, newest first, page by page; refetched while visible. */
export const useExecutionHistory = (twinId: number, ruleId: number, { range, results }: HistoryFilter) =>
  useInfiniteQuery({
    queryKey: ['rules', 'executions', ruleId, timeRangeToText(range), results],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const { from, to } = spanOf(range);
      const body = {
        queryStart: from,
        queryEnd: to,
        offset: pageParam,
        limit: pageSize,
        requestParameters: { results: [...results] },
      };
      return call(readExecutionHistory, { params: { id: twinId, ruleId }, body }, { signal });
    },
    getNextPageParam: ({ offset, total, data }) => (offset + data.length < total ? offset + data.length : undefined),
    refetchInterval: watchMs,
    placeholderData: keepPreviousData,
  });

/** New records push others onto the next page while pages are loaded, so duplicates are removed. */
export function distinct(executions: readonly RuleExecution[]): RuleExecution[] {
  return [...new Map(executions.map((execution) => [execution.id, execution])).values()];
}
