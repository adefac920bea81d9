import { listAccounts } from '@stellwerk/contract/account';
import { healths, operationalStatuses } from '@stellwerk/contract/device';
import { listDrivers } from '@stellwerk/contract/driver';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import type { TableFilter } from '../../ui/table/types.ts';
import {
  useAccountChoices,
  useConnectorChoices,
  useDeviceGroups,
  useDeviceTags,
  useDriverChoices,
} from './choice.queries.ts';
import { silences } from './device-filter.ts';

/** Compared by content: an equal response must not rebuild the filters. */
function useChoices() {
  const accounts = useAccountChoices();
  const connectors = useConnectorChoices(undefined).data;
  const drivers = useDriverChoices().data?.data;
  const choices = {
    accounts: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
    connectors: (connectors ?? [])
      .filter(({ capabilities }) => capabilities.devices)
      .map(({ id, name }) => ({ value: String(id), label: name })),
    drivers: (drivers ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
    tags: useDeviceTags().map((value) => ({ value, label: value })),
    groups: useDeviceGroups().map((value) => ({ value, label: value })),
  };
  const text = JSON.stringify(choices);
  return useMemo((): typeof choices => JSON.parse(text), [text]);
}

/** What list and map can be narrowed by. */
export function useDeviceFilters(): TableFilter[] {
  const { t } = useTranslation(['devices', 'ui']);
  const { accounts, connectors, drivers, tags, groups } = useChoices();
  // Known before the choices are: the address must be understood from the beginning.
  const seesDrivers = useCan(listDrivers.permission);
  const browses = useCan(listAccounts.permission);
  const seesAccounts = useChosenAccount().accounts.length > 1 || browses;
  return useMemo(
    () => [
      {
        id: 'health',
        label: t('column.health'),
        options: healths.map((value) => ({ value, label: t(`ui:status.${value}`) })),
      },
      {
        id: 'status',
        label: t('column.operationalStatus'),
        options: operationalStatuses.map((value) => ({ value, label: t(`operationalStatus.${value}`) })),
      },
      {
        id: 'silent',
        label: t('filter.silent'),
        single: true,
        options: Object.keys(silences).map((value) => ({ value, label: t(`silent.${value}`) })),
      },
      { id: 'connector', label: t('column.connector'), single: true, options: connectors },
      ...(seesDrivers ? [{ id: 'driver', label: t('column.driver'), single: true, options: drivers }] : []),
      ...(seesAccounts ? [{ id: 'account', label: t('column.account'), single: true, options: accounts }] : []),
      { id: 'tags', label: t('column.tags'), ...(tags.length > 0 ? { options: tags } : {}) },
      { id: 'groups', label: t('column.groups'), ...(groups.length > 0 ? { options: groups } : {}) },
      {
        id: 'disabled',
        label: t('filter.disabled'),
        single: true,
        options: [
          { value: 'false', label: t('filter.enabledOnly') },
          { value: 'true', label: t('filter.disabledOnly') },
        ],
      },
      {
        id: 'favourites',
        label: t('filter.favourites'),
        single: true,
        options: [{ value: 'true', label: t('filter.favouritesOnly') }],
      },
      {
        id: 'match',
        label: t('filter.match'),
        single: true,
        options: [
          { value: 'AND', label: t('filter.matchAll') },
          { value: 'OR', label: t('filter.matchAny') },
        ],
      },
    ],
    [t, accounts, connectors, drivers, tags, groups, seesDrivers, seesAccounts],
  );
}
