import type { Session } from '@stellwerk/contract/session';
import { useSession } from './session.ts';
import { useChoice } from './storage.ts';

export type Account = Session['primaryTenants'][number];

export interface ChosenAccount {
  /** The accounts to choose between; fewer than two leave no choice. */
  accounts: readonly Account[];
  /** Undefined: all of them. */
  account: Account | undefined;
  choose: (accountId: number | undefined) => void;
}

const none = 0;
const noAccounts: readonly Account[] = [];

/** A choice of somebody else, or of an account that is gone, is none. */
export const chosenAmong = (accounts: readonly Account[], remembered: number): Account | undefined =>
  accounts.length > 1 ? accounts.find(({ id }) => id === remembered) : undefined;

/**
 * The account that somebody with several works in now. Lists use it as their default filter and say so; what one may
 * do is decided without it.
 */
export function useChosenAccount(): ChosenAccount {
  const accounts = useSession()?.primaryTenants ?? noAccounts;
  const [remembered, remember] = useChoice('account', none);
  return {
    accounts,
    account: chosenAmong(accounts, remembered),
    choose: (accountId) => remember(accountId ?? none),
  };
}
