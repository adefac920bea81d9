import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  type newSchedule,
  previewSchedule,
  runSchedule,
  type scheduleChange,
  scheduleListQuery,
  updateSchedule,
} from '@stellwerk/contract/export-schedule';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../lib/api.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import type { TableQuery } from '../../../ui/table/table-state.ts';

const lists = ['exports', 'schedules'] as const;
const { sort: sorts } = scheduleListQuery.shape;

export function useSchedules({ offset, limit, search, sort }: TableQuery) {
  const { account } = useChosenAccount();
  const query = { tenantId: account?.id, offset, limit, search, sort: sorts.safeParse(sort).data };
  return useQuery({ queryKey: [...lists, query], queryFn: ({ signal }) => call(listSchedules, { query }, { signal }) });
}

export type ScheduleInput = z.input<typeof newSchedule>;

export function useScheduleActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['exports'] });
  const create = useMutation({ mutationFn: (body: ScheduleInput) => call(createSchedule, { body }), onSettled });
  const change = useMutation({
    mutationFn: ({ id, body }: { id: number; body: z.input<typeof scheduleChange> }) =>
      call(updateSchedule, { params: { id }, body }),
    onSettled,
  });
  const remove = useMutation({ mutationFn: (id: number) => call(deleteSchedule, { params: { id } }), onSettled });
  const run = useMutation({
    mutationFn: async (id: number) => (await call(runSchedule, { params: { id } })).data,
    onSettled,
  });
  return { create: create.mutateAsync, change: change.mutateAsync, remove: remove.mutateAsync, run: run.mutateAsync };
}

type PreviewInput = Pick<ScheduleInput, 'tenantId' | 'selection' | 'stateKeys' | 'timeRange' | 'frequency' | 'zone'>;

/** What a schedule would do now. */
export const useSchedulePreview = (body: PreviewInput, enabled: boolean) =>
  useQuery({
    queryKey: ['exports', 'preview', body],
    queryFn: async ({ signal }) => (await call(previewSchedule, { body }, { signal })).data,
    enabled,
  });
