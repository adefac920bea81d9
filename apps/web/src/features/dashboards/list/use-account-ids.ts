import { useChosenAccount } from '../../../lib/chosen-account.ts';

/** The accounts of the filter, by default the chosen account. */
export function useAccountIds(filters: Readonly<Record<string, string[]>>): number[] {
  const { account } = useChosenAccount();
  const wanted = (filters.account ?? []).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  return wanted.length > 0 ? wanted : account ? [account.id] : [];
}
