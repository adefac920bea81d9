import { listAccounts } from '@stellwerk/contract/account';
import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { maxPageSize } from '@stellwerk/contract/core/envelope';
import { listDeviceTagsAndZones, listGroups } from '@stellwerk/contract/device';
import { listDrivers } from '@stellwerk/contract/driver';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCan } from '../../lib/abilities.ts';
import { call, isApiError } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';

/** What lists are narrowed by and forms choose from changes seldom. */
const staleTime = 60_000;

export function useConnectorChoices(tenantId: number | undefined, search = '') {
  const mayChoose = useCan(listConnectorConfigs.permission);
  return useQuery({
    queryKey: ['connectors', 'choices', tenantId, search],
    queryFn: async ({ signal }) =>
      (await call(listConnectorConfigs, { query: { tenantId, search: search || undefined } }, { signal })).data,
    enabled: mayChoose,
    placeholderData: keepPreviousData,
    staleTime,
  });
}

interface DriverChoice {
  search?: string;
  limit?: number;
  /** Only drivers that devices of this account may have. */
  usableIn?: number | undefined;
}

export function useDriverChoices({ search = '', limit = maxPageSize, usableIn }: DriverChoice = {}) {
  const mayRead = useCan(listDrivers.permission);
  return useQuery({
    queryKey: ['drivers', 'choices', search, limit, usableIn],
    queryFn: ({ signal }) => {
      const query = { search: search || undefined, limit };
      const all = () => call(listDrivers, { query }, { signal });
      if (usableIn === undefined) return all();
      // Users whose roles are in scopes below the account may not reference it. Saving checks the driver anyway.
      return call(listDrivers, { query: { ...query, usableIn } }, { signal }).catch((error: unknown) => {
        if (isApiError(error) && (error.status === 403 || error.status === 404)) return all();
        throw error;
      });
    },
    enabled: mayRead,
    placeholderData: keepPreviousData,
    staleTime,
  });
}

export function useDeviceTags(): string[] {
  const { account } = useChosenAccount();
  const query = { tenantId: account?.id };
  const { data } = useQuery({
    queryKey: ['devices', 'tags', query],
    queryFn: async ({ signal }) => (await call(listDeviceTagsAndZones, { query }, { signal })).data,
    staleTime,
  });
  return data?.tags.map(({ tag }) => tag) ?? [];
}

export function useDeviceGroups(): string[] {
  const { account } = useChosenAccount();
  const query = { tenantId: account?.id };
  const { data } = useQuery({
    queryKey: ['devices', 'groups', query],
    queryFn: async ({ signal }) => (await call(listGroups, { query }, { signal })).data,
    staleTime,
  });
  return data?.map(({ group }) => group) ?? [];
}

/** All accounts that one may browse, else those one belongs to. */
export function useAccountChoices(): { id: number; name: string }[] {
  const mayBrowse = useCan(listAccounts.permission);
  const { accounts } = useChosenAccount();
  const { data } = useQuery({
    queryKey: ['accounts', 'choices'],
    queryFn: async ({ signal }) => (await call(listAccounts, { query: { limit: maxPageSize } }, { signal })).data,
    enabled: mayBrowse,
    staleTime,
  });
  return (data ?? accounts).map(({ id, name }) => ({ id, name }));
}
