import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useSession } from '../../../lib/session.ts';

/** The account that something new belongs to at first: the chosen one, else one's own. */
export function useOwnAccount(): { id: number; name: string } | undefined {
  const session = useSession();
  const { account } = useChosenAccount();
  return account ?? session?.primaryTenants[0];
}
