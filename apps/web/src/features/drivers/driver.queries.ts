import { listAccounts } from '@stellwerk/contract/account';
import { maxPageSize } from '@stellwerk/contract/core/envelope';
import type { Route, RouteCall } from '@stellwerk/contract/core/route';
import { deviceListQuery, listDevices } from '@stellwerk/contract/device';
import { applyDriverHealth } from '@stellwerk/contract/device-health';
import {
  createDriver,
  type Driver,
  deleteDriver,
  discardDraft,
  driverListQuery,
  listDrivers,
  publishDriver,
  readDriver,
  readDriverVersion,
  updateDriver,
} from '@stellwerk/contract/driver';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../lib/abilities.ts';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

export type BodyOf<R extends Route> = RouteCall<R> extends { body: infer B } ? B : never;

const { sort: sorts, visibility: visibilities, parserType: parserKinds, tenantId: accountIds } = driverListQuery.shape;
/** Tests of a driver run before it is published. */
const publishTimeoutMs = 60_000;

export function useDrivers({ offset, limit, search, sort, filters }: TableQuery) {
  const { account } = useChosenAccount();
  const query = {
    offset,
    limit,
    search,
    // The address can hold anything; what the server would refuse falls back to the ordinary list.
    sort: sorts.safeParse(sort).data,
    visibility: visibilities.safeParse(filters.visibility?.[0]).data,
    parserType: parserKinds.safeParse(filters.parser?.[0]).data,
    tenantId: accountIds.safeParse(filters.account?.[0]).data ?? account?.id,
  };
  return useQuery({
    queryKey: ['drivers', 'list', query],
    queryFn: ({ signal }) => call(listDrivers, { query }, { signal }),
  });
}

/** Accounts to narrow the list by: those that one may browse, else those one has a role in. */
export function useAccountOptions() {
  const { accounts } = useChosenAccount();
  const browses = useCan(listAccounts.permission);
  const { data } = useQuery({
    queryKey: ['drivers', 'accounts'],
    queryFn: async ({ signal }) => (await call(listAccounts, { query: { limit: maxPageSize } }, { signal })).data,
    enabled: browses,
  });
  const known = data ?? accounts;
  return known.length > 1 ? known.map(({ id, name }) => ({ value: String(id), label: name })) : [];
}

export const useDriver = (id: number) =>
  useQuery({
    queryKey: ['drivers', 'one', id],
    queryFn: async ({ signal }) => (await call(readDriver, { params: { id } }, { signal })).data,
  });

/** Without a number nothing is asked. */
export const useDriverVersion = (id: number, number: number | null) =>
  useQuery({
    queryKey: ['drivers', 'version', id, number],
    queryFn: async ({ signal }) =>
      (await call(readDriverVersion, { params: { id, number: number ?? 0 } }, { signal })).data,
    enabled: number !== null,
  });

const { sort: deviceSorts } = deviceListQuery.shape;

export function useLinkedDevices(driverId: number, { offset, limit, search, sort }: Omit<TableQuery, 'filters'>) {
  const query = { driverId, offset, limit, search, sort: deviceSorts.safeParse(sort).data };
  return useQuery({
    queryKey: ['devices', 'list', query],
    queryFn: ({ signal }) => call(listDevices, { query }, { signal }),
    enabled: useCan(listDevices.permission),
  });
}

/** What the server answers is what there is: pages need not ask for it again. */
function useDriverChange<Input>(mutationFn: (input: Input) => Promise<Driver>) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn,
    onSuccess: (driver) => queries.setQueryData(['drivers', 'one', driver.id], driver),
    onSettled: () => queries.invalidateQueries({ queryKey: ['drivers'] }),
  });
  return mutation.mutateAsync;
}

export function useDriverActions() {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteDriver, { params: { id } }),
    onSuccess: (_, id) => {
      // What is gone must not be asked for again by the page that still shows it.
      queries.removeQueries({ queryKey: ['drivers', 'one', id] });
      return queries.invalidateQueries({ queryKey: ['drivers', 'list'] });
    },
  });
  return {
    create: useDriverChange(async (body: BodyOf<typeof createDriver>) => (await call(createDriver, { body })).data),
    update: useDriverChange(
      async ({ id, ...body }: BodyOf<typeof updateDriver> & { id: number }) =>
        (await call(updateDriver, { params: { id }, body })).data,
    ),
    publish: useDriverChange(
      async ({ id, updateDevices }: { id: number; updateDevices: boolean }) =>
        (await call(publishDriver, { params: { id }, body: { updateDevices } }, { timeoutMs: publishTimeoutMs })).data
          .driver,
    ),
    discard: useDriverChange(async (id: number) => (await call(discardDraft, { params: { id } })).data),
    remove: remove.mutateAsync,
  };
}

/** Gives the published checks to all devices of a driver. */
export function useApplyHealth() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) =>
      (await call(applyDriverHealth, { params: { id }, body: { applyToAllVD: true } }, { timeoutMs: publishTimeoutMs }))
        .data,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  }).mutateAsync;
}
