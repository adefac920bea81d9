import type { Session } from '@stellwerk/contract/session';
import { useSession } from './session.ts';
import { useChoice } from './storage.ts';

export type Account = Session['primaryTenants'][number];

export interface ChosenAccount {
  /** The accounts to choose from; fewer than two leave no choice. */
  accounts: readonly Account[];
  /** Undefined: all accounts. */
  account: Account | undefined;
  choose: (accountId: number | undefined) => void;
}

const none = 0;
const noAccounts: readonly Account[] = [];

/** A choice of another user, or of a deleted account, is ignored. */
export const chosenAmong = (accounts: readonly Account[], remembered: number): Account | undefined =>
  accounts.length > 1 ? accounts.find(({ id }) => id === remembered) : undefined;

/**
 * The account in which a user with several accounts works now. Lists use it as their default filter and say so;
 * permissions do not depend on it.
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
