import { valueTypes } from '@stellwerk/contract/state';
import { stateSources } from '@stellwerk/contract/state-source';
import { statuses } from '@stellwerk/contract/twin';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import type { TableFilter } from '../../../ui/table/types.ts';

/** What the list can be narrowed by; the twin has a tree of its own to be chosen from. */
export function useStateFilters(): TableFilter[] {
  const { t } = useTranslation(['states', 'ui']);
  const { accounts } = useChosenAccount();
  return useMemo(
    () => [
      {
        id: 'status',
        label: t('column.status'),
        single: true,
        options: statuses.map((value) => ({ value, label: t(`ui:status.${value}`) })),
      },
      {
        id: 'source',
        label: t('column.source'),
        options: stateSources.map((value) => ({ value, label: t(`source.${value}.title`) })),
      },
      {
        id: 'type',
        label: t('column.valueType'),
        single: true,
        options: valueTypes.map((value) => ({ value, label: t(`valueType.${value}`) })),
      },
      ...(accounts.length > 1
        ? [
            {
              id: 'account',
              label: t('column.account'),
              single: true,
              options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
            },
          ]
        : []),
      { id: 'twin', label: t('column.twin'), single: true },
    ],
    [t, accounts],
  );
}
