import {
  addVariableAsState,
  createDevice,
  type Device,
  type DeviceRow,
  deleteDevice,
  deviceListQuery,
  listDevices,
  readDevice,
  readDeviceDependencies,
  setDeviceDisabled,
  synchroniseDevice,
  updateDevice,
} from '@stellwerk/contract/device';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';
import { apiFilterOf, filterOf } from './device-filter.ts';

export const deviceKeys = {
  all: ['devices'] as const,
  pages: ['devices', 'list'] as const,
  one: (id: number) => ['devices', 'one', id] as const,
  packets: (id: number) => ['devices', 'packets', id] as const,
  downlinks: (id: number) => ['devices', 'downlinks', id] as const,
};

/** The specification gives the list 25 seconds and a deletion 30. */
const listTimeoutMs = 25_000;
const deleteTimeoutMs = 30_000;
/** Health is also judged by the clock, of which no message tells. */
const refreshMs = 20_000;

const { sort: sorts } = deviceListQuery.shape;

/** Reference ids and properties are read only where a column shows them. */
export function useDevices(
  { offset, limit, search, sort, filters }: TableQuery,
  columns: readonly string[] | null,
  smartGroupId?: number,
) {
  const { account } = useChosenAccount();
  // The devices of a smart group are in its account.
  const filter = filterOf({ search, filters, tenantId: smartGroupId === undefined ? account?.id : undefined });
  const rest = {
    smartGroupId,
    offset,
    limit,
    // The address can hold anything; what the server would refuse falls back to the ordinary list.
    sort: sorts.safeParse(sort).data,
    include_identifiers: columns?.includes('references') ? ('true' as const) : undefined,
    include_properties: columns?.includes('properties') ? ('true' as const) : undefined,
  };
  return useQuery({
    queryKey: [...deviceKeys.pages, filter, rest],
    queryFn: ({ signal }) =>
      call(listDevices, { query: { ...apiFilterOf(filter), ...rest } }, { signal, timeoutMs: listTimeoutMs }),
    refetchInterval: refreshMs,
  });
}

export const useDevice = (id: number) =>
  useQuery({
    queryKey: deviceKeys.one(id),
    queryFn: async ({ signal }) => (await call(readDevice, { params: { id } }, { signal })).data,
    refetchInterval: refreshMs,
  });

export const useDeviceDependencies = (id: number) =>
  useQuery({
    queryKey: ['devices', 'dependencies', id],
    queryFn: async ({ signal }) => (await call(readDeviceDependencies, { params: { id } }, { signal })).data,
    // A deletion is decided by what hangs on the device now.
    gcTime: 0,
  });

/** The device that has an external id at a connector already. */
export async function findDevice(connectorId: number, externalId: string): Promise<DeviceRow | undefined> {
  const query = { connectorId, search: `"${externalId.replaceAll('"', '')}"`, limit: 20 };
  const { data } = await call(listDevices, { query }, { timeoutMs: listTimeoutMs });
  return data.find((device) => device.externalId.toLowerCase() === externalId.toLowerCase());
}

/** A device is a twin with states: what changes it shows in their queries, too. */
export function useDeviceChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  const onSettled = () =>
    Promise.all(['devices', 'twins', 'states'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  return useMutation({ mutationFn, onSettled }).mutateAsync;
}

/** What is gone must not be asked for again by the page that still shows it. */
function useRemoval() {
  const queries = useQueryClient();
  return useDeviceChange(async ({ id, isRemote }: { id: number; isRemote: boolean }) => {
    const query = isRemote ? { delete_remotely: 'true' as const } : {};
    await call(deleteDevice, { params: { id }, query }, { timeoutMs: deleteTimeoutMs });
    queries.removeQueries({ queryKey: deviceKeys.one(id) });
    queries.removeQueries({ queryKey: ['devices', 'dependencies', id] });
  });
}

export type NewDevice = CallInput<typeof createDevice>['body'];
export type DeviceUpdate = CallInput<typeof updateDevice>['body'];

export function useDeviceActions() {
  const queries = useQueryClient();
  const keep = (device: Device) => {
    queries.setQueryData(deviceKeys.one(device.id), device);
    return device;
  };
  return {
    create: useDeviceChange(async (body: NewDevice) => keep((await call(createDevice, { body })).data)),
    update: useDeviceChange(async ({ id, ...body }: DeviceUpdate & { id: number }) =>
      keep((await call(updateDevice, { params: { id }, body })).data),
    ),
    setDisabled: useDeviceChange(({ id, disabled }: { id: number; disabled: boolean }) =>
      call(setDeviceDisabled, { params: { id, flag: disabled ? 'true' : 'false' } }),
    ),
    synchronise: useDeviceChange(async (id: number) => (await call(synchroniseDevice, { params: { id } })).data),
    addStates: useDeviceChange(
      async ({ id, variables }: { id: number; variables: string[] }) =>
        (await call(addVariableAsState, { params: { id }, body: { variables } })).data,
    ),
    remove: useRemoval(),
  };
}
