import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { maxPageSize } from '@stellwerk/contract/core/envelope';
import type { RouteAnswer, RouteCall } from '@stellwerk/contract/core/route';
import {
  createFlow,
  deleteDeadLetters,
  deleteFlow,
  dryRunFlow,
  flowListQuery,
  listDeadLetters,
  listFlowSamples,
  listFlows,
  readFlow,
  readFlowFigures,
  readShadow,
  resendDeadLetters,
  startShadow,
  stopShadow,
  updateFlow,
} from '@stellwerk/contract/flow';
import { listFilters } from '@stellwerk/contract/flow-filter';
import { listTransformers } from '@stellwerk/contract/flow-transformer';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

/** Shared with filters and transformers, whose changes concern flows. */
const everything = ['flows'] as const;
/** Somebody watches the counters. */
const refreshMs = 5_000;

export type NewFlow = RouteCall<typeof createFlow>['body'];
export type DryRunResult = RouteAnswer<typeof dryRunFlow>['data'];

export function useFlows({ offset, limit, search, sort, filters }: TableQuery) {
  const { account } = useChosenAccount();
  const { sort: sorts, trigger: triggers, active: switches } = flowListQuery.shape;
  const query = {
    ...{ offset, limit, search, tenantId: account?.id },
    // The address can hold anything; what the server would refuse falls back to the ordinary list.
    sort: sorts.safeParse(sort).data,
    trigger: triggers.safeParse(filters.trigger?.[0]).data,
    active: switches.safeParse(filters.active?.[0]).data,
  };
  return useQuery({
    queryKey: [...everything, 'list', query],
    queryFn: ({ signal }) => call(listFlows, { query }, { signal }),
    refetchInterval: refreshMs,
  });
}

export const useFlow = (id: number | undefined) =>
  useQuery({
    queryKey: [...everything, 'one', id],
    queryFn: async ({ signal }) => (await call(readFlow, { params: { id: id ?? 0 } }, { signal })).data,
    enabled: id !== undefined,
  });

/** Without an id nothing is asked. */
export const useFigures = (id: number | undefined) =>
  useQuery({
    queryKey: [...everything, 'figures', id],
    queryFn: async ({ signal }) => (await call(readFlowFigures, { params: { id: id ?? 0 } }, { signal })).data,
    enabled: id !== undefined,
    refetchInterval: refreshMs,
  });

export const useSamples = (id: number, place: { step: number; connectorId?: number | undefined }) =>
  useQuery({
    queryKey: [...everything, 'samples', id, place],
    queryFn: async ({ signal }) => (await call(listFlowSamples, { params: { id }, query: place }, { signal })).data,
    refetchInterval: refreshMs,
  });

export const useDeadLetters = (id: number, offset: number, limit: number) =>
  useQuery({
    queryKey: [...everything, 'letters', id, offset, limit],
    queryFn: ({ signal }) => call(listDeadLetters, { params: { id }, query: { offset, limit } }, { signal }),
    refetchInterval: refreshMs,
  });

export const useShadow = (id: number) =>
  useQuery({
    queryKey: [...everything, 'shadow', id],
    queryFn: async ({ signal }) => (await call(readShadow, { params: { id } }, { signal })).data,
    refetchInterval: refreshMs,
  });

/** The parts that an account can use in its flows. */
export function useParts(tenantId: number | undefined) {
  const query = { tenantId, limit: maxPageSize };
  const enabled = tenantId !== undefined;
  const filters = useQuery({
    queryKey: [...everything, 'filters', 'of', tenantId],
    queryFn: async ({ signal }) => (await call(listFilters, { query }, { signal })).data,
    enabled,
  });
  const transformers = useQuery({
    queryKey: [...everything, 'transformers', 'of', tenantId],
    queryFn: async ({ signal }) => (await call(listTransformers, { query }, { signal })).data,
    enabled,
  });
  const connectors = useQuery({
    queryKey: ['connectors', 'choices', tenantId],
    queryFn: async ({ signal }) => (await call(listConnectorConfigs, { query: { tenantId } }, { signal })).data,
    enabled,
  });
  return {
    filters: filters.data ?? [],
    transformers: transformers.data ?? [],
    connectors: (connectors.data ?? []).filter(({ capabilities }) => capabilities.deliveries),
    isLoading: enabled && !(filters.data && transformers.data && connectors.data),
    error: filters.error ?? transformers.error ?? connectors.error,
  };
}
export type Parts = ReturnType<typeof useParts>;

function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: everything }),
  });
  return mutation.mutateAsync;
}

export const useFlowActions = () => ({
  create: useChange(async (body: NewFlow) => (await call(createFlow, { body })).data),
  update: useChange(
    async ({ id, body }: { id: number; body: RouteCall<typeof updateFlow>['body'] }) =>
      (await call(updateFlow, { params: { id }, body })).data,
  ),
  remove: useChange((id: number) => call(deleteFlow, { params: { id } })),
  resend: useChange(({ id, body }: { id: number; body: RouteCall<typeof resendDeadLetters>['body'] }) =>
    call(resendDeadLetters, { params: { id }, body }),
  ),
  removeLetters: useChange(({ id, letters }: { id: number; letters: number[] }) =>
    call(deleteDeadLetters, { params: { id }, body: { letters } }),
  ),
  startShadow: useChange(({ id, steps }: { id: number; steps: NewFlow['steps'] }) =>
    call(startShadow, { params: { id }, body: { steps } }),
  ),
  stopShadow: useChange((id: number) => call(stopShadow, { params: { id } })),
});

export const useDryRun = () =>
  useMutation({
    mutationFn: async (body: RouteCall<typeof dryRunFlow>['body']) => (await call(dryRunFlow, { body })).data,
  });
