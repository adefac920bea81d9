import { Box } from '@mui/material';
import { LayoutGrid } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useStoredText } from '../../ui/use-stored-text.ts';
import { AccountField } from './AccountField.tsx';
import { useAccount } from './account.queries.ts';
import { ModuleCard } from './ModuleCard.tsx';
import { useModules } from './module.queries.ts';

/** The account that was viewed last, otherwise the chosen one. */
function useModulesAccount() {
  const session = useSession();
  const { account } = useChosenAccount();
  const [remembered, remember] = useStoredText('modules.account');
  const fallback = account?.id ?? session?.manageableTenantIds[0] ?? session?.tenantId ?? 0;
  return [Number(remembered) || fallback, (id: number) => remember(String(id))] as const;
}

function Modules({ accountId }: { accountId: number }) {
  const { t } = useTranslation('accounts');
  const account = useAccount(accountId);
  const { data, error, refetch } = useModules(accountId);
  // The stored account may be deleted, or belong to another user of this browser.
  if (isApiError(error) && [403, 404].includes(error.status)) {
    return <EmptyState icon={LayoutGrid} title={t('modules.choose.title')} description={t('modules.choose.text')} />;
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !account.data) return <Skeletons shape="cards" />;
  return (
    <Box
      component="ul"
      aria-label={t('modules.title')}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 22rem), 1fr))',
      }}
    >
      {data.map((module) => (
        <Box component="li" key={module.id} sx={{ display: 'grid' }}>
          <ModuleCard module={module} account={account.data} />
        </Box>
      ))}
    </Box>
  );
}

/** Modules that can be disabled for an account. */
export function ModulesPage() {
  const { t } = useTranslation('accounts');
  const [accountId, choose] = useModulesAccount();
  const account = useAccount(accountId);
  return (
    <Page id="modules" title={t('modules.title')} description={t('modules.description')}>
      <Box sx={{ maxWidth: (theme) => theme.spacing(50), mb: 2 }}>
        <AccountField label={t('modules.account')} value={account.data} onChange={({ id }) => choose(id)} />
      </Box>
      <Modules key={accountId} accountId={accountId} />
    </Page>
  );
}
