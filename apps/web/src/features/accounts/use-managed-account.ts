import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useSession } from '../../lib/session.ts';
import { useStoredText } from '../../ui/use-stored-text.ts';

/** The account that a page showed last, otherwise the chosen one. */
export function useManagedAccount(page: string) {
  const session = useSession();
  const { account } = useChosenAccount();
  const [remembered, remember] = useStoredText(`${page}.account`);
  const fallback = account?.id ?? session?.manageableTenantIds[0] ?? session?.tenantId ?? 0;
  return [Number(remembered) || fallback, (id: number) => remember(String(id))] as const;
}
