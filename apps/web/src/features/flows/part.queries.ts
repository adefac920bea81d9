import type { RouteCall } from '@stellwerk/contract/core/route';
import { type FlowTrigger, listFlowEvents } from '@stellwerk/contract/flow-event';
import {
  createFilter,
  deleteFilter,
  type FilterDefinition,
  filterListQuery,
  listFilters,
  readFilter,
  tryFilter,
  updateFilter,
} from '@stellwerk/contract/flow-filter';
import {
  createTransformer,
  deleteTransformer,
  listTransformers,
  readTransformer,
  testTransformer,
  transformerListQuery,
  updateTransformer,
} from '@stellwerk/contract/flow-transformer';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

const everything = ['flows'] as const;

export function useFilters({ offset, limit, search, sort, filters }: TableQuery) {
  const { account } = useChosenAccount();
  const { sort: sorts, type: types } = filterListQuery.shape;
  const query = {
    ...{ offset, limit, search, tenantId: account?.id },
    // The address can hold anything; what the server would refuse falls back to the ordinary list.
    sort: sorts.safeParse(sort).data,
    type: types.safeParse(filters.type?.[0]).data,
  };
  return useQuery({
    queryKey: [...everything, 'filters', query],
    queryFn: ({ signal }) => call(listFilters, { query }, { signal }),
  });
}

/** Without an id nothing is asked. */
export const useFilter = (id: number | undefined) =>
  useQuery({
    queryKey: [...everything, 'filter', id],
    queryFn: async ({ signal }) => (await call(readFilter, { params: { id: id ?? 0 } }, { signal })).data,
    enabled: id !== undefined,
  });

export function useTransformers({ offset, limit, search, sort, filters }: TableQuery) {
  const { account } = useChosenAccount();
  const { sort: sorts, type: types } = transformerListQuery.shape;
  const query = {
    ...{ offset, limit, search, tenantId: account?.id },
    sort: sorts.safeParse(sort).data,
    type: types.safeParse(filters.type?.[0]).data,
  };
  return useQuery({
    queryKey: [...everything, 'transformers', query],
    queryFn: ({ signal }) => call(listTransformers, { query }, { signal }),
  });
}

export const useTransformer = (id: number) =>
  useQuery({
    queryKey: [...everything, 'transformer', id],
    queryFn: async ({ signal }) => (await call(readTransformer, { params: { id } }, { signal })).data,
  });

/** Recorded events of an account, as examples. */
export const useRecentEvents = (tenantId: number | undefined, trigger: FlowTrigger) =>
  useQuery({
    queryKey: [...everything, 'events', tenantId, trigger],
    queryFn: async ({ signal }) =>
      (await call(listFlowEvents, { query: { tenantId: tenantId ?? 0, trigger } }, { signal })).data,
    enabled: tenantId !== undefined,
  });

/** How many recorded events a filter would let pass; not asked while it is incomplete. */
export const useFilterTrial = (
  tenantId: number | undefined,
  trigger: FlowTrigger,
  filter: FilterDefinition | undefined,
) =>
  useQuery({
    queryKey: [...everything, 'trial', tenantId, trigger, filter],
    queryFn: async ({ signal }) => {
      const body = { ...(filter ?? { type: 'standard' }), tenantId: tenantId ?? 0, trigger };
      return (await call(tryFilter, { body }, { signal })).data;
    },
    enabled: tenantId !== undefined && filter !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });

function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: everything }),
  });
  return mutation.mutateAsync;
}

export const useFilterActions = () => ({
  create: useChange(async (body: RouteCall<typeof createFilter>['body']) => (await call(createFilter, { body })).data),
  update: useChange(
    async ({ id, body }: { id: number; body: RouteCall<typeof updateFilter>['body'] }) =>
      (await call(updateFilter, { params: { id }, body })).data,
  ),
  remove: useChange((id: number) => call(deleteFilter, { params: { id } })),
});

export const useTransformerActions = () => ({
  create: useChange(
    async (body: RouteCall<typeof createTransformer>['body']) => (await call(createTransformer, { body })).data,
  ),
  update: useChange(
    async ({ id, body }: { id: number; body: RouteCall<typeof updateTransformer>['body'] }) =>
      (await call(updateTransformer, { params: { id }, body })).data,
  ),
  remove: useChange((id: number) => call(deleteTransformer, { params: { id } })),
});

export const useTransformerTest = () =>
  useMutation({
    mutationFn: async (body: RouteCall<typeof testTransformer>['body']) => (await call(testTransformer, { body })).data,
  });
