import {
  type AlarmRow,
  alarmListQuery,
  commentAlarm,
  commentAlarms,
  explainAlarm,
  listAlarms,
  readAlarm,
  readAlarmStatistics,
  resolveAlarms,
} from '@stellwerk/contract/alarm';
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';
import type { TablePage } from '../../ui/table/types.ts';
import { timeRangeFromText } from '../../ui/time/time-range.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';
import { type AlarmQuery, spanOf } from './alarm-filter.ts';

export const alarmKeys = {
  all: ['alarms'] as const,
  pages: ['alarms', 'list'] as const,
  one: (id: number) => ['alarms', 'one', id] as const,
};

/** The specification allows a minute for the log. */
const timeoutMs = 60_000;

const { sort: sorts } = alarmListQuery.shape;

const wire = ({ range, ...filter }: AlarmQuery) => ({
  ...filter,
  ...spanOf(timeRangeFromText(range), Date.now(), viewerZone()),
});

export function useAlarms({ offset, limit, sort }: TableQuery, question: AlarmQuery) {
  // The address may contain any text; values that the server would refuse fall back to the default list.
  const rest = { offset, limit, sort: sorts.safeParse(sort).data };
  return useQuery({
    queryKey: [...alarmKeys.pages, question, rest],
    queryFn: ({ signal }) => call(listAlarms, { query: { ...wire(question), ...rest } }, { signal, timeoutMs }),
  });
}

export function useAlarmStatistics(question: AlarmQuery) {
  const zone = viewerZone();
  return useQuery({
    queryKey: [...alarmKeys.all, 'statistics', question, zone],
    queryFn: async ({ signal }) =>
      (await call(readAlarmStatistics, { query: { ...wire(question), zone } }, { signal, timeoutMs })).data,
    placeholderData: keepPreviousData,
  });
}

export const useAlarm = (id: number) =>
  useQuery({
    queryKey: alarmKeys.one(id),
    queryFn: async ({ signal }) => (await call(readAlarm, { params: { id } }, { signal })).data,
  });

/** Below the alarm's key, because a change of the alarm invalidates its explanation. */
export const useExplanation = (id: number) =>
  useQuery({
    queryKey: [...alarmKeys.one(id), 'explanation'],
    queryFn: async ({ signal }) => (await call(explainAlarm, { params: { id } }, { signal, timeoutMs })).data,
  });

/** Rows that have been loaded: a selection may cover several pages. */
export function knownRows(queries: QueryClient, ids: readonly number[]): AlarmRow[] {
  const pages = queries.getQueriesData<TablePage<AlarmRow>>({ queryKey: alarmKeys.pages });
  const rows = new Map(pages.flatMap(([, page]) => page?.data ?? []).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id)).filter((row) => row !== undefined);
}

function useAlarmChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: alarmKeys.all });
  return useMutation({ mutationFn, onSettled }).mutateAsync;
}

export function useAlarmActions() {
  return {
    comment: useAlarmChange(
      async ({ id, message }: { id: number; message: string }) =>
        (await call(commentAlarm, { params: { id }, body: { message } })).data,
    ),
    commentMany: useAlarmChange(
      async (body: { ids: number[]; message: string }) => (await call(commentAlarms, { body })).data,
    ),
    resolve: useAlarmChange(
      async (body: { ids: number[]; message?: string | undefined }) => (await call(resolveAlarms, { body })).data,
    ),
  };
}
