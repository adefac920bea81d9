import { Alert, Box, Button } from '@mui/material';
import type { User } from '@stellwerk/contract/user';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/surface/Card.tsx';
import { AccessEditor } from './AccessEditor.tsx';
import { type AccessValue, accessChanges } from './access-value.ts';
import { useExplanation, useUpdateAccess } from './acl.queries.ts';
import { DecisionCard, type NamedPermissionCheck } from './DecisionCard.tsx';

export interface TryChangeProps {
  user: User;
  asked: NamedPermissionCheck;
}

/** The changes scope by scope, for the confirmation before saving. */
function consequencesOf(before: readonly AccessValue[], after: readonly AccessValue[], none: string): string[] {
  const changed = new Set(accessChanges(before, after).map(({ scopeId }) => scopeId));
  const scopes = new Map([...before, ...after].map(({ scopeId, scopeName }) => [scopeId, scopeName]));
  return [...scopes]
    .filter(([scopeId]) => changed.has(scopeId))
    .map(([scopeId, name]) => {
      const roles = after.find((entry) => entry.scopeId === scopeId)?.roles ?? [];
      return `${name}: ${roles.map((role) => role.name).join(', ') || none}`;
    });
}

function Trial({ user, asked, onEnd }: TryChangeProps & { onEnd: () => void }) {
  const { t } = useTranslation('acl');
  const [value, setValue] = useState<AccessValue[]>(user.access);
  const [isAsking, setAsking] = useState(false);
  const save = useUpdateAccess();
  const changes = accessChanges(user.access, value);
  const { userId, permission, scopeId } = asked;
  const trial = useExplanation(changes.length > 0 ? { userId, permission, scopeId, change: changes } : undefined);
  const decision = changes.length > 0 ? trial.data?.changed : undefined;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Card title={t('try.title')} subtitle={t('try.subtitle')}>
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {user.hiddenAccess > 0 && <Alert severity="info">{t('try.hidden', { count: user.hiddenAccess })}</Alert>}
          <AccessEditor value={value} onChange={setValue} tenantId={user.tenantId} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button
              variant="contained"
              disabled={changes.length === 0 || !user.abilities.access}
              onClick={() => setAsking(true)}
            >
              {t('try.save')}
            </Button>
            <Button onClick={onEnd}>{t('try.end')}</Button>
          </Box>
          {!user.abilities.access && <Alert severity="info">{t('try.mayNotSave')}</Alert>}
        </Box>
      </Card>
      {trial.error ? (
        <ErrorState error={trial.error} onRetry={() => void trial.refetch()} />
      ) : trial.isLoading || trial.isPlaceholderData ? (
        <Skeletons shape="block" height={20} />
      ) : decision ? (
        <DecisionCard title={t('why.changed')} decision={decision} asked={asked} />
      ) : (
        <Card title={t('why.changed')}>{t('try.nothing')}</Card>
      )}
      {isAsking && (
        <ConfirmDialog
          open
          danger={false}
          title={t('try.question', { user: asked.user })}
          description={t('try.description')}
          consequences={consequencesOf(user.access, value, t('try.noRoles'))}
          confirmLabel={t('try.save')}
          onConfirm={async () => {
            await save({ userId, access: changes });
            showToast({ message: t('try.saved', { user: asked.user }) });
            onEnd();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}

/** Tries other roles: shows the decision with them beside the current one until they are saved. */
export function TryChange(props: TryChangeProps) {
  const { t } = useTranslation('acl');
  const [isOn, setOn] = useState(false);
  if (isOn) return <Trial {...props} onEnd={() => setOn(false)} />;
  return (
    <Box>
      <Button startIcon={<FlaskConical aria-hidden />} onClick={() => setOn(true)}>
        {t('try.begin')}
      </Button>
    </Box>
  );
}
