import { listAccounts } from '@stellwerk/contract/account';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import type { TableFilter } from '../../../ui/table/types.ts';
import { useAccountChoices } from '../../devices/index.ts';

/** Whose dashboards are shown, for those who see more than one account. */
export function useAccountFilter(): TableFilter[] {
  const { t } = useTranslation('dashboards');
  const choices = useAccountChoices();
  const browses = useCan(listAccounts.permission);
  const seesSeveral = useChosenAccount().accounts.length > 1 || browses;
  // Compared by content: a new answer that says the same must not build everything anew.
  const text = JSON.stringify(choices.map(({ id, name }) => ({ value: String(id), label: name })));
  return useMemo(
    () => (seesSeveral ? [{ id: 'account', label: t('column.account'), options: JSON.parse(text) }] : []),
    [t, text, seesSeveral],
  );
}

/** The accounts of the filter, else the one that somebody works in. */
export function useAccountIds(filters: Readonly<Record<string, string[]>>): number[] {
  const { account } = useChosenAccount();
  const wanted = (filters.account ?? []).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  return wanted.length > 0 ? wanted : account ? [account.id] : [];
}
