import { Box, Button, Typography } from '@mui/material';
import type { OwnIdentity, SignInClient } from '@stellwerk/contract/federated';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Age } from '../../ui/value/Age.tsx';
import { useOwnIdentities, useUnlink } from './federated.queries.ts';
import { ServiceLogo } from './ServiceLogo.tsx';
import { startHref } from './start-href.ts';

interface ServiceRowProps {
  service: Pick<SignInClient, 'displayName' | 'logo'>;
  detail?: ReactNode;
  action: ReactNode;
}

function ServiceRow({ service, detail, action }: ServiceRowProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        py: 1,
        '& + &': { borderTop: 1, borderColor: 'border.main' },
      }}
    >
      <ServiceLogo logo={service.logo} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{service.displayName}</Typography>
        {detail && (
          <Typography variant="caption" component="div" color="textSecondary">
            {detail}
          </Typography>
        )}
      </Box>
      {action}
    </Box>
  );
}

/** For the profile: the user's sign-in services, and those that can be added. */
export function OwnSignInServices() {
  const { t } = useTranslation('federated');
  const { data, error, refetch } = useOwnIdentities();
  const [leaving, setLeaving] = useState<OwnIdentity>();
  const unlink = useUnlink();

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="lines" />;
  if (data.linked.length + data.available.length === 0) {
    return <EmptyState compact icon={KeyRound} title={t('own.empty.title')} description={t('own.empty.description')} />;
  }
  return (
    <>
      <Box component="ul" aria-label={t('own.title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.linked.map((identity) => (
          <ServiceRow
            key={identity.clientId}
            service={identity}
            detail={
              <>
                {t('own.linked')} <Age at={identity.linkedAt} />
              </>
            }
            action={
              <Button
                size="small"
                aria-label={t('own.unlinkLabel', { name: identity.displayName })}
                onClick={() => setLeaving(identity)}
              >
                {t('own.unlink')}
              </Button>
            }
          />
        ))}
        {data.available.map((client) => (
          <ServiceRow
            key={client.id}
            service={client}
            action={
              <Button
                size="small"
                variant="outlined"
                aria-label={t('own.linkLabel', { name: client.displayName })}
                href={startHref(client.startUrl, { redirect: '/user-profile', link: true })}
              >
                {t('own.link')}
              </Button>
            }
          />
        ))}
      </Box>
      {leaving && (
        <ConfirmDialog
          open
          title={t('own.question', { name: leaving.displayName })}
          description={t('own.description')}
          confirmLabel={t('own.unlink')}
          onConfirm={async () => {
            await unlink(leaving.clientId);
            showToast({ message: t('own.done', { name: leaving.displayName }) });
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}
