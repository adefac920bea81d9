import {
  bringBackWidgets,
  configureDashboard,
  createDashboard,
  createReadyMade,
  type Dashboard,
  deleteDashboard,
  duplicateDashboard,
  listDashboards,
  listDashboardVersions,
  readDashboard,
  readDashboardVersion,
  restoreDashboardVersion,
} from '@stellwerk/contract/dashboard';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type CallInput, call } from '../../lib/api.ts';
import { readUnlessMutating } from '../../lib/optimistic-mutation.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

export const dashboardKeys = {
  all: ['dashboards'] as const,
  lists: ['dashboards', 'list'] as const,
  one: (id: number) => ['dashboards', 'one', id] as const,
  data: (id: number) => ['dashboards', 'data', id] as const,
  versions: (id: number) => ['dashboards', 'versions', id] as const,
};

const { sort: sorts } = listDashboards.query.shape;

export function useDashboards({ search, offset, limit, sort }: TableQuery, accountIds: readonly number[] = []) {
  // The address may contain any text; values that the server would refuse fall back to the default list.
  const query = {
    offset,
    limit,
    search: search || undefined,
    sort: sorts.safeParse(sort).data,
    accountIds: accountIds.length > 0 ? accountIds.join(',') : undefined,
  };
  return useQuery({
    queryKey: [...dashboardKeys.lists, query],
    queryFn: ({ signal }) => call(listDashboards, { query }, { signal }),
  });
}

/** Maximum number of options in a choice. */
const choiceLimit = 20;

/** For pickers: dashboards with a matching name. */
export const useDashboardChoices = (search: string) =>
  useQuery({
    queryKey: [...dashboardKeys.lists, 'choices', search],
    queryFn: async ({ signal }) =>
      (await call(listDashboards, { query: { search: search || undefined, limit: choiceLimit } }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** Dashboards that are attached to a twin. */
export const useTwinDashboards = (dtwinId: number) =>
  useQuery({
    queryKey: [...dashboardKeys.lists, 'twin', dtwinId],
    queryFn: async ({ signal }) => (await call(listDashboards, { query: { dtwinId, limit: 100 } }, { signal })).data,
  });

export const dashboardQuery = (id: number) =>
  queryOptions({
    queryKey: dashboardKeys.one(id),
    queryFn: readUnlessMutating(async ({ signal }) => (await call(readDashboard, { params: { id } }, { signal })).data),
  });

/** Disabled without an id. */
export const useDashboard = (id: number | undefined) =>
  useQuery({ ...dashboardQuery(id ?? 0), enabled: id !== undefined });

export const useDashboardVersions = (id: number) =>
  useQuery({
    queryKey: dashboardKeys.versions(id),
    queryFn: async ({ signal }) => (await call(listDashboardVersions, { params: { id } }, { signal })).data,
    staleTime: 0,
  });

/** A version never changes, so it is never refetched. */
export const useDashboardVersion = (id: number, version: number) =>
  useQuery({
    queryKey: [...dashboardKeys.versions(id), version],
    queryFn: async ({ signal }) => (await call(readDashboardVersion, { params: { id, version } }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Shows a new or changed dashboard at once; refetches lists and versions. */
export function keepDashboard(queries: QueryClient, dashboard: Dashboard): void {
  queries.setQueryData(dashboardKeys.one(dashboard.id), dashboard);
  void queries.invalidateQueries({ queryKey: dashboardKeys.lists });
  void queries.invalidateQueries({ queryKey: dashboardKeys.versions(dashboard.id) });
}

export type NewDashboard = CallInput<typeof createDashboard>['body'];
export type DashboardChange = NonNullable<CallInput<typeof configureDashboard>['body']>;
export type DashboardCopy = NonNullable<CallInput<typeof duplicateDashboard>['body']>;
export type ReadyMade = CallInput<typeof createReadyMade>['body'];

function useDashboardChange<Input>(mutationFn: (input: Input) => Promise<Dashboard>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (dashboard) => keepDashboard(queries, dashboard) }).mutateAsync;
}

export function useDashboardActions() {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteDashboard, { params: { id } }),
    onSuccess: (_answer, id) => {
      queries.removeQueries({ queryKey: dashboardKeys.one(id) });
      return queries.invalidateQueries({ queryKey: dashboardKeys.lists });
    },
  });
  return {
    create: useDashboardChange(async (body: NewDashboard) => (await call(createDashboard, { body })).data),
    createReadyMade: useDashboardChange(async (body: ReadyMade) => (await call(createReadyMade, { body })).data),
    duplicate: useDashboardChange(
      async ({ id, body }: { id: number; body: DashboardCopy }) =>
        (await call(duplicateDashboard, { params: { id }, body })).data,
    ),
    configure: useDashboardChange(
      async ({ id, body }: { id: number; body: DashboardChange }) =>
        (await call(configureDashboard, { params: { id }, body })).data,
    ),
    restore: useDashboardChange(
      async (params: { id: number; version: number }) => (await call(restoreDashboardVersion, { params })).data,
    ),
    /** Restores only what a version removed. */
    bringBack: useDashboardChange(
      async (params: { id: number; version: number }) => (await call(bringBackWidgets, { params })).data,
    ),
    remove: remove.mutateAsync,
  };
}
