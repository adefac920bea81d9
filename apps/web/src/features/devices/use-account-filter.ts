import { listAccounts } from '@stellwerk/contract/account';
import { useMemo } from 'react';
import { useCan } from '../../lib/abilities.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import type { TableFilter } from '../../ui/table/types.ts';
import { useAccountChoices } from './choice.queries.ts';

const none: TableFilter[] = [];

/** The filter of a list by account, for those who see more than one; by several of them unless it is `single`. */
export function useAccountFilter(label: string, { single = false } = {}): TableFilter[] {
  const choices = useAccountChoices();
  const browses = useCan(listAccounts.permission);
  const seesSeveral = useChosenAccount().accounts.length > 1 || browses;
  // Compared by content: an equal response must not rebuild the filter.
  const text = JSON.stringify(choices.map(({ id, name }) => ({ value: String(id), label: name })));
  return useMemo(
    () => (seesSeveral ? [{ id: 'account', label, single, options: JSON.parse(text) }] : none),
    [label, single, text, seesSeveral],
  );
}
