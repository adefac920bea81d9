import { Box } from '@mui/material';
import type { Account } from '@stellwerk/contract/account';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { AccountField } from './AccountField.tsx';
import { useAccount } from './account.queries.ts';
import { useManagedAccount } from './use-managed-account.ts';

interface OfAccountProps {
  /** Remembers the account of this page. */
  page: string;
  children: (account: Account) => ReactNode;
}

/** A field for the account, and what belongs to it. */
export function OfAccount({ page, children }: OfAccountProps) {
  const { t } = useTranslation('accounts');
  const [accountId, choose] = useManagedAccount(page);
  const { data, error, refetch } = useAccount(accountId);
  // The stored account may be deleted, or belong to another user of this browser.
  const isForeign = isApiError(error) && [403, 404].includes(error.status);
  return (
    <>
      <Box sx={{ maxWidth: (theme) => theme.spacing(50), mb: 2 }}>
        <AccountField label={t('modules.account')} value={data} onChange={({ id }) => choose(id)} />
      </Box>
      {isForeign && (
        <EmptyState icon={Building2} title={t('modules.choose.title')} description={t('modules.choose.text')} />
      )}
      {error && !isForeign && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons shape="lines" />}
      {data && children(data)}
    </>
  );
}
