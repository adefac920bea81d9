import {
  cancelJob,
  deleteJob,
  type Job,
  jobChange,
  jobListQuery,
  listJobDefinitions,
  listJobs,
  listJobTypes,
  readJob,
  retryJob,
  retryJobTask,
  undoJob,
  updateJobDefinition,
} from '@stellwerk/contract/job';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useLive } from '../../lib/live.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';
import type { TablePage } from '../../ui/table/types.ts';
import { applyJobChange } from './apply-job-change.ts';

const lists = ['jobs', 'list'] as const;
const noTypes: readonly string[] = [];
const { sort: sorts, state: states, type: types } = jobListQuery.shape;

export function useJobs({ offset, limit, search, sort, filters }: TableQuery) {
  const { account } = useChosenAccount();
  const query = {
    tenantId: account?.id,
    offset,
    limit,
    search,
    // The address may contain any text; values that the server would refuse fall back to the default list.
    sort: sorts.safeParse(sort).data,
    state: states.safeParse(filters.state?.[0]).data,
    type: types.safeParse(filters.type?.[0]).data,
  };
  return useQuery({ queryKey: [...lists, query], queryFn: ({ signal }) => call(listJobs, { query }, { signal }) });
}

/** Job types for the filter; they change with the release alone. */
export const useJobTypes = (): readonly string[] =>
  useQuery({
    queryKey: ['job-types'],
    queryFn: async ({ signal }) => (await call(listJobTypes, {}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? noTypes;

const definitions = ['job-definitions'] as const;

export const useJobDefinitions = () =>
  useQuery({
    queryKey: definitions,
    queryFn: async ({ signal }) => (await call(listJobDefinitions, {}, { signal })).data,
  });

export function useSetJobDefinition() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, active }: { kind: string; active: boolean }) =>
      call(updateJobDefinition, { params: { kind }, body: { active } }),
    onSettled: () => queries.invalidateQueries({ queryKey: definitions }),
  });
}

const oneJob = (id: number) =>
  queryOptions({
    queryKey: ['jobs', 'one', id],
    queryFn: async ({ signal }) => (await call(readJob, { params: { id } }, { signal })).data,
  });

export const useJob = (id: number) => useQuery(oneJob(id));

export function useLiveJobs(): void {
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: lists });
  useLive(
    'jobs',
    (data) => {
      const change = jobChange.safeParse(data);
      if (!change.success) return;
      let isStale = false;
      queries.setQueriesData<TablePage<Job>>({ queryKey: lists }, (page) => {
        const next = applyJobChange(page, change.data);
        isStale ||= next === 'reload';
        return next === 'reload' ? page : next;
      });
      if (isStale) reload();
    },
    reload,
  );
}

export function useJobActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['jobs'] });
  const cancel = useMutation({ mutationFn: (id: number) => call(cancelJob, { params: { id } }), onSettled });
  const remove = useMutation({ mutationFn: (id: number) => call(deleteJob, { params: { id } }), onSettled });
  const retry = useMutation({ mutationFn: (id: number) => call(retryJob, { params: { id } }), onSettled });
  const undo = useMutation({ mutationFn: (id: number) => call(undoJob, { params: { id } }), onSettled });
  const retryItem = useMutation({
    mutationFn: ({ id, entityId }: { id: number; entityId: number }) =>
      call(retryJobTask, { params: { id, taskId: String(entityId) } }),
    onSettled,
  });
  return {
    cancel: cancel.mutateAsync,
    remove: remove.mutateAsync,
    retry: retry.mutateAsync,
    undo: undo.mutateAsync,
    retryItem: retryItem.mutateAsync,
  };
}

/** A job with live progress. */
export function useJobMonitor(id: number) {
  const queries = useQueryClient();
  const job = useJob(id);
  const { queryKey } = oneJob(id);
  const { cancel } = useJobActions();
  const reload = () => void queries.invalidateQueries({ queryKey });
  useLive(
    `job/${id}`,
    (data) => {
      const change = jobChange.safeParse(data);
      if (!change.success) return;
      const { state, progress, errorCount, cancelRequested } = change.data;
      queries.setQueryData(queryKey, (known) => known && { ...known, progress, errorCount, cancelRequested });
      if (state !== queries.getQueryData(queryKey)?.state) reload();
    },
    reload,
  );
  return { job, cancel: () => cancel(id) };
}
