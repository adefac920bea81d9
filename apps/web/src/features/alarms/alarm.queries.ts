import {
  type AlarmRow,
  acknowledgeAlarms,
  alarmListQuery,
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
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../lib/api.ts';
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

/** The number of open alarms: the same wherever it is shown. */
export const useOpenAlarmCounts = (query: { dtwinId?: number; tenantId?: number | undefined }) =>
  useQuery({
    queryKey: [...alarmKeys.all, 'open', query],
    queryFn: async ({ signal }) => (await call(countOpenAlarms, { query }, { signal })).data,
  });

const shownInBell = 5;

export const useNewestOpenAlarms = (tenantId: number | undefined) =>
  useQuery({
    queryKey: [...alarmKeys.all, 'bell', tenantId],
    queryFn: async ({ signal }) => {
      const query = { status: 'unresolved' as const, tenantId, limit: shownInBell };
      return (await call(listAlarms, { query }, { signal, timeoutMs })).data;
    },
  });

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
    acknowledge: useAlarmChange(
      async (body: CallInput<typeof acknowledgeAlarms>['body']) => (await call(acknowledgeAlarms, { body })).data,
    ),
    assign: useAlarmChange(
      async (body: CallInput<typeof assignAlarms>['body']) => (await call(assignAlarms, { body })).data,
    ),
    mute: useAlarmChange(async (body: CallInput<typeof muteAlarms>['body']) => (await call(muteAlarms, { body })).data),
    resolve: useAlarmChange(
      async (body: { ids: number[]; message?: string | undefined }) => (await call(resolveAlarms, { body })).data,
    ),
  };
}

const maintenanceKey = (twinId: number) => [...alarmKeys.all, 'maintenance', twinId];

export const useMaintenances = (twinId: number) =>
  useQuery({
    queryKey: maintenanceKey(twinId),
    queryFn: async ({ signal }) => (await call(listMaintenances, { params: { id: twinId } }, { signal })).data,
  });

export function useMaintenanceActions(twinId: number) {
  return {
    create: useAlarmChange(
      async (body: CallInput<typeof createMaintenance>['body']) =>
        (await call(createMaintenance, { params: { id: twinId }, body })).data,
    ),
    remove: useAlarmChange(
      async (windowId: number) => (await call(deleteMaintenance, { params: { id: twinId, window: windowId } })).data,
    ),
  };
}
