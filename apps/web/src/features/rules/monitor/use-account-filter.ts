import { listAccounts } from '@stellwerk/contract/account';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import type { TableFilter } from '../../../ui/table/types.ts';
import { useAccountChoices } from '../../devices/index.ts';

const none: TableFilter[] = [];

/** The filter by account, for those who see more than one. */
export function useAccountFilter(): TableFilter[] {
  const { t } = useTranslation('rules');
  const choices = useAccountChoices();
  const browses = useCan(listAccounts.permission);
  const seesSeveral = useChosenAccount().accounts.length > 1 || browses;
  // Compared by content: a new answer that says the same must not build everything anew.
  const text = JSON.stringify(choices.map(({ id, name }) => ({ value: String(id), label: name })));
  return useMemo(
    () =>
      seesSeveral
        ? [{ id: 'account', label: t('monitor.column.account'), single: true, options: JSON.parse(text) }]
        : none,
    [t, text, seesSeveral],
  );
}
