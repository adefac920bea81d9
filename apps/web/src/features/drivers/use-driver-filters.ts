import { listAccounts } from '@stellwerk/contract/account';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import type { TableFilter } from '../../ui/table/types.ts';
import { parserTypesToChoose } from './draft/content.ts';
import { useAccountOptions } from './driver.queries.ts';

const visibilities = ['account', 'everyone'] as const;

export function useDriverFilters(): TableFilter[] {
  const { t } = useTranslation('drivers');
  // Compared by content: an equal response must not rebuild the filters.
  const accountText = JSON.stringify(useAccountOptions());
  // Known before the accounts are: the address must be understood from the beginning.
  const browses = useCan(listAccounts.permission);
  const seesAccounts = useChosenAccount().accounts.length > 1 || browses;
  return useMemo(
    () => [
      {
        id: 'visibility',
        label: t('column.visibility'),
        single: true,
        options: visibilities.map((value) => ({ value, label: t(`visibility.${value}`) })),
      },
      {
        id: 'parser',
        label: t('column.parser'),
        single: true,
        options: parserTypesToChoose.map((value) => ({ value, label: t(`parserType.${value}`) })),
      },
      ...(seesAccounts
        ? [{ id: 'account', label: t('column.account'), single: true, options: JSON.parse(accountText) }]
        : []),
    ],
    [t, accountText, seesAccounts],
  );
}
