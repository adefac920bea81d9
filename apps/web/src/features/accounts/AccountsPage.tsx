import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useSession } from '../../lib/session.ts';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { Page } from '../../ui/page/Page.tsx';
import { UsersTable } from '../users/index.ts';
import { AccountsTable } from './AccountsTable.tsx';
import { CreateAccountDialog } from './CreateAccountDialog.tsx';

/** All accounts that the user may see, and all their users. */
export function AccountsPage() {
  const { t } = useTranslation('accounts');
  const session = useSession();
  const [search] = useSearchParams();
  const mayCreate = useCan('all.manage') && search.tab !== 'users';
  const [isCreating, setCreating] = useState(false);
  // Most users manage one account; those with several choose.
  const managed = session?.manageableTenantIds ?? [];
  const parent = managed.length === 1 ? session?.primaryTenants.find(({ id }) => id === managed[0]) : undefined;
  return (
    <>
      <Page
        id="accounts"
        title={t('list.title')}
        description={t('list.description')}
        primary={mayCreate ? { label: t('create.action'), icon: Plus, onClick: () => setCreating(true) } : undefined}
        tabs={[
          { id: 'accounts', label: t('list.tab.accounts'), content: <AccountsTable /> },
          { id: 'users', label: t('list.tab.users'), content: <UsersTable /> },
        ]}
      />
      {isCreating && <CreateAccountDialog parent={parent} onClose={() => setCreating(false)} />}
    </>
  );
}
