import {
  type ConnectorRow,
  type connectorChange,
  connectorListQuery,
  createConnector,
  deleteConnector,
  listConnectorKinds,
  listConnectors,
  type newConnector,
  readConnector,
  resetConnectorState,
  updateConnector,
  validateConnector,
} from '@stellwerk/contract/connector';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useLive } from '../../lib/live.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

/** Users watch connectors, so states and counters are polled at this interval. */
const refreshMs = 10_000;
/** While somebody waits for a connection. */
const impatientMs = 1_000;
const isOnItsWay = ({ active, state }: ConnectorRow) => active && (state === 'waiting' || state === 'connecting');
const paceFor = (rows: readonly ConnectorRow[] = []) => (rows.some(isOnItsWay) ? impatientMs : refreshMs);
/** The server tries the connection before it answers, and the other side may be slow. */
const timeoutMs = 30_000;
const everything = ['connectors'] as const;

const { sort: sorts, state: states } = connectorListQuery.shape;

export function useConnectors({ offset, limit, search, sort, filters }: TableQuery) {
  const { account } = useChosenAccount();
  const query = {
    tenantId: account?.id,
    offset,
    limit,
    search,
    // The address can hold anything; what the server would refuse falls back to the ordinary list.
    sort: sorts.safeParse(sort).data,
    state: states.safeParse(filters.state?.[0]).data,
    types: filters.types?.join(','),
  };
  return useQuery({
    queryKey: [...everything, 'list', query],
    queryFn: ({ signal }) => call(listConnectors, { query }, { signal }),
    refetchInterval: ({ state }) => paceFor(state.data?.data),
  });
}

export const useConnectorKinds = () =>
  useQuery({
    queryKey: ['connector-kinds'],
    queryFn: async ({ signal }) => (await call(listConnectorKinds, {}, { signal })).data,
    // They change with the program alone.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useConnector = (id: number) =>
  useQuery({
    queryKey: [...everything, 'one', id],
    queryFn: async ({ signal }) => (await call(readConnector, { params: { id } }, { signal })).data,
    refetchInterval: ({ state }) => paceFor(state.data ? [state.data] : []),
  });

/** Reads a connector again when its state or its number of clients changes. */
export function useConnectorNews(id: number): void {
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: [...everything, 'one', id] });
  useLive(`connector/${id}`, reload, reload);
}

export type NewConnector = z.input<typeof newConnector>;
export type ConnectorChange = z.input<typeof connectorChange>;
export type SavedConnector = RouteAnswer<typeof createConnector>['data'];

export function useConnectorActions() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: everything });
  const create = useMutation({
    mutationFn: async (body: NewConnector): Promise<SavedConnector> =>
      (await call(createConnector, { body }, { timeoutMs })).data,
    onSuccess,
  });
  const update = useMutation({
    mutationFn: async ({ id, body }: { id: number; body: ConnectorChange }): Promise<SavedConnector> =>
      (await call(updateConnector, { params: { id }, body }, { timeoutMs })).data,
    onSuccess,
  });
  const reset = useMutation({
    mutationFn: (id: number) => call(resetConnectorState, { params: { id }, body: {} }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteConnector, { params: { id } }),
    onSuccess: (_, id) => {
      // Asked again, it would only answer that it is gone.
      queries.removeQueries({ queryKey: [...everything, 'one', id] });
      return queries.invalidateQueries({ queryKey: [...everything, 'list'] });
    },
  });
  return {
    create: create.mutateAsync,
    update: update.mutateAsync,
    reset: reset.mutateAsync,
    remove: remove.mutateAsync,
  };
}

type Validation = Parameters<typeof call<typeof validateConnector>>[1]['body'];

/** Tries the connection and saves nothing. */
export const useConnectionTest = () =>
  useMutation({
    mutationFn: async (body: Validation) => (await call(validateConnector, { body }, { timeoutMs })).data,
  });
