import type { Route, RouteCall } from '@stellwerk/contract/core/route';
import {
  createTwin,
  createTwinScope,
  deleteTwin,
  listRelatedUsers,
  listTagsZones,
  listTwins,
  readTwin,
  readTwinDependencies,
  setTwinDisabled,
  updateTwin,
} from '@stellwerk/contract/twin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';
import { filterQuery } from './twin-filter.ts';

export type BodyOf<R extends Route> = RouteCall<R> extends { body: infer B } ? B : never;

const { sort: sorts } = listTwins.query.shape;
/** A subtree of a thousand twins with all their states takes its time. */
const subtreeTimeoutMs = 60_000;

export function useTwins({ offset, limit, search, sort, filters }: TableQuery) {
  const { account } = useChosenAccount();
  const query = {
    ...filterQuery({ search, filters, tenantId: account?.id }),
    offset,
    limit,
    // The address can hold anything; what the server would refuse falls back to the ordinary list.
    sort: sorts.safeParse(sort).data,
  };
  return useQuery({
    queryKey: ['twins', 'list', query],
    queryFn: ({ signal }) => call(listTwins, { query }, { signal }),
  });
}

/** Without an id nothing is asked. */
export const useTwin = (id: number | undefined) =>
  useQuery({
    queryKey: ['twins', 'one', id],
    queryFn: async ({ signal }) => (await call(readTwin, { params: { id: id ?? 0 } }, { signal })).data,
    enabled: id !== undefined,
  });

/** Tags in use, to choose from. */
export function useTwinTags(): string[] {
  const { account } = useChosenAccount();
  const query = { tenantId: account?.id };
  const { data } = useQuery({
    queryKey: ['twins', 'tags', query],
    queryFn: async ({ signal }) => (await call(listTagsZones, { query }, { signal })).data,
  });
  return data?.tags.map(({ tag }) => tag) ?? [];
}

export const useTwinDependencies = (id: number) =>
  useQuery({
    queryKey: ['twins', 'dependencies', id],
    queryFn: async ({ signal }) => (await call(readTwinDependencies, { params: { id } }, { signal })).data,
    // A deletion is decided by what hangs on the twin now.
    gcTime: 0,
  });

export const useRelatedUsers = (twinId: number, search: string) =>
  useQuery({
    queryKey: ['twins', 'related-users', twinId, search],
    queryFn: async ({ signal }) =>
      (await call(listRelatedUsers, { params: { id: twinId }, query: { search } }, { signal })).data,
  });

/** A change of one twin shows in others too: in trees, lists, paths and counts. */
export function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['twins'] }),
      queries.invalidateQueries({ queryKey: ['favourites'] }),
    ]);
  return useMutation({ mutationFn, onSettled }).mutateAsync;
}

/** What is gone must not be asked for again by the page that still shows it. */
function useRemoval() {
  const queries = useQueryClient();
  return useChange(async (id: number) => {
    const { data } = await call(deleteTwin, { params: { id } }, { timeoutMs: subtreeTimeoutMs });
    queries.removeQueries({ queryKey: ['twins', 'one', id] });
    queries.removeQueries({ queryKey: ['twins', 'dependencies', id] });
    return data;
  });
}

export function useTwinActions() {
  return {
    create: useChange(async (body: BodyOf<typeof createTwin>) => (await call(createTwin, { body })).data),
    update: useChange(
      async ({ id, ...body }: BodyOf<typeof updateTwin> & { id: number }) =>
        (await call(updateTwin, { params: { id }, body }, { timeoutMs: subtreeTimeoutMs })).data,
    ),
    setDisabled: useChange(
      async ({ id, disabled }: { id: number; disabled: boolean }) =>
        (await call(setTwinDisabled, { params: { id, flag: disabled ? 'true' : 'false' } })).data,
    ),
    createScope: useChange((id: number) => call(createTwinScope, { params: { id } }, { timeoutMs: subtreeTimeoutMs })),
    remove: useRemoval(),
  };
}
