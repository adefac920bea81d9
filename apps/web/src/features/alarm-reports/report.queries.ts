import {
  alarmReportListQuery,
  createAlarmReport,
  deleteAlarmReport,
  listAlarmReportRuns,
  listAlarmReports,
  type newAlarmReport,
  previewAlarmReport,
  switchAlarmReport,
  testAlarmReport,
  updateAlarmReport,
} from '@stellwerk/contract/alarm-report';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

const keys = { all: ['alarm-reports'], lists: ['alarm-reports', 'list'] } as const;
const { sort: sorts } = alarmReportListQuery.shape;

export type ReportInput = z.input<typeof newAlarmReport>;

export function useReports({ offset, limit, search, sort }: TableQuery) {
  const { account } = useChosenAccount();
  const query = { tenantId: account?.id, offset, limit, search, sort: sorts.safeParse(sort).data };
  return useQuery({
    queryKey: [...keys.lists, query],
    queryFn: ({ signal }) => call(listAlarmReports, { query }, { signal }),
  });
}

const shownRuns = 20;

export const useReportRuns = (reportId: number) =>
  useQuery({
    queryKey: [...keys.all, 'runs', reportId],
    queryFn: async ({ signal }) =>
      (await call(listAlarmReportRuns, { query: { reportId, limit: shownRuns } }, { signal })).data,
  });

export function useReportActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: keys.all });
  const create = useMutation({ mutationFn: (body: ReportInput) => call(createAlarmReport, { body }), onSettled });
  const change = useMutation({
    mutationFn: (body: z.input<typeof updateAlarmReport.body>) => call(updateAlarmReport, { body }),
    onSettled,
  });
  const toggle = useMutation({
    mutationFn: (body: { id: number; active: boolean }) => call(switchAlarmReport, { body }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteAlarmReport, { query: { id } }),
    onSettled,
  });
  return {
    create: create.mutateAsync,
    change: change.mutateAsync,
    toggle: toggle.mutateAsync,
    remove: remove.mutateAsync,
  };
}

interface Draft {
  report: ReportInput;
  /** Of the stored report, whose time since the last run is shown. */
  id?: number | undefined;
}

/** The mail that the report would send now. */
export const useReportPreview = (body: Draft, enabled: boolean) =>
  useQuery({
    queryKey: [...keys.all, 'preview', body],
    queryFn: async ({ signal }) => (await call(previewAlarmReport, { body }, { signal })).data,
    enabled,
  });

/** Sends one action to the user's own address. */
export const useReportTest = () =>
  useMutation({
    mutationFn: async (body: Draft & { actionIndex: number }) => (await call(testAlarmReport, { body })).data,
  });
