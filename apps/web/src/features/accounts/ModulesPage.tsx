import { Box } from '@mui/material';
import { LayoutGrid } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { AccountField } from './AccountField.tsx';
import { useAccount } from './account.queries.ts';
import { ModuleCard } from './ModuleCard.tsx';
import { useModules } from './module.queries.ts';
import { useManagedAccount } from './use-managed-account.ts';

/** The modules of an account with their default roles. */
export function Modules({ accountId }: { accountId: number }) {
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
  const [accountId, choose] = useManagedAccount('modules');
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
