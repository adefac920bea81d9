import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useSession } from '../../../lib/session.ts';

/** The default account of new objects: the chosen one, otherwise the user's own. */
export function useOwnAccount(): { id: number; name: string } | undefined {
  const session = useSession();
  const { account } = useChosenAccount();
  return account ?? session?.primaryTenants[0];
}
