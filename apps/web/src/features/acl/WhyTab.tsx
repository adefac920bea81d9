import { Box } from '@mui/material';
import { plainPermission } from '@stellwerk/contract/access';
import { HelpCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { Card } from '../../ui/surface/Card.tsx';
import { useAskedUser, useExplanation, usePartialTree } from './acl.queries.ts';
import { DecisionCard } from './DecisionCard.tsx';
import { PermissionField } from './PermissionField.tsx';
import { ScopeField } from './ScopeField.tsx';
import { TryChange } from './TryChange.tsx';
import { nameOf, UserField } from './UserField.tsx';

const idIn = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** The check is in the address, so that it can be shared. */
function useCheckInAddress() {
  const [search, change] = useSearchParams();
  return {
    userId: idIn(search.user),
    permission: plainPermission.safeParse(search.permission).data,
    scopeId: idIn(search.scope),
    ask: (part: { user?: number; permission?: string; scope?: number }) => void change(part),
  };
}

/** Explains why a user has a permission or lacks it. */
export function WhyTab() {
  const { t } = useTranslation('acl');
  const { userId, permission, scopeId, ask } = useCheckInAddress();
  const user = useAskedUser(userId);
  const way = usePartialTree({ scopeId }, scopeId !== undefined);
  const scope = scopeId === undefined ? undefined : way.data?.find(({ id }) => id === scopeId);
  const query =
    userId !== undefined && permission !== undefined && scopeId !== undefined
      ? { userId, permission, scopeId }
      : undefined;
  const answer = useExplanation(query);
  const failed = user.error ?? way.error ?? answer.error;

  function content() {
    if (failed) return <ErrorState error={failed} onRetry={() => void answer.refetch()} />;
    if (!query) {
      return <EmptyState icon={HelpCircle} title={t('why.empty.title')} description={t('why.empty.description')} />;
    }
    if (!answer.data || !user.data || !scope) return <Skeletons shape="block" height={20} />;
    const asked = { ...query, user: nameOf(user.data), scope: scope.name };
    return (
      <>
        {answer.isPlaceholderData ? (
          // The last response belongs to another check.
          <Skeletons shape="block" height={20} />
        ) : (
          <DecisionCard title={t('why.now')} decision={answer.data.now} asked={asked} allowing={answer.data.allowing} />
        )}
        <TryChange key={userId} user={user.data} asked={asked} />
      </>
    );
  }

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Card title={t('why.question')}>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
          }}
        >
          <UserField value={userId === undefined ? undefined : user.data} onChange={(id) => ask({ user: id })} />
          <PermissionField value={permission} onChange={(name) => ask({ permission: name })} />
          <ScopeField
            label={t('why.scope')}
            value={scope && { id: scope.id, name: scope.name }}
            onChange={({ id }) => ask({ scope: id })}
          />
        </Box>
      </Card>
      {content()}
    </Box>
  );
}
