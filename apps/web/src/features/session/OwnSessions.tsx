import { Box, Button, Paper, Typography } from '@mui/material';
import type { OwnSession } from '@stellwerk/contract/session';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Section } from '../../ui/surface/Section.tsx';
import { Age } from '../../ui/value/Age.tsx';
import { deviceOf } from './device-name.ts';
import { useOwnSessions, useSessionActions } from './session.queries.ts';

function useDeviceName(): (userAgent: string) => string {
  const { t } = useTranslation('session');
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser && system) return t('sessions.device', { browser, system });
    return browser ?? system ?? t('sessions.unknownDevice');
  };
}

function SessionRow({ session, onRevoke }: { session: OwnSession; onRevoke: () => void }) {
  const { t } = useTranslation('session');
  const name = useDeviceName()(session.userAgent);
  const Icon = deviceOf(session.userAgent).isPhone ? Smartphone : Monitor;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 1,
        px: 2,
        py: 1.5,
        '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'border.main' },
      }}
    >
      <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary' }}>
        <Icon size="1.25rem" />
      </Box>
      <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography component="div" variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {session.address} · {t('sessions.lastUsed')} <Age at={session.lastUsedAt} />
        </Typography>
        {session.impersonator && (
          <Typography variant="body2" color="textSecondary">
            {t('sessions.impersonator', { name: session.impersonator.name })}
          </Typography>
        )}
      </Box>
      {session.current ? (
        <StatusChip status="ok" label={t('sessions.current')} />
      ) : (
        <Button size="small" aria-label={t('sessions.revokeNamed', { device: name })} onClick={onRevoke}>
          {t('sessions.revoke')}
        </Button>
      )}
    </Box>
  );
}

/** The section of the profile with the user's sessions. */
export function OwnSessions() {
  const { t } = useTranslation('session');
  const sessions = useOwnSessions();
  const { revoke, revokeOthers } = useSessionActions();
  const deviceName = useDeviceName();
  const [doomed, setDoomed] = useState<OwnSession | 'others'>();
  const others = (sessions.data ?? []).filter(({ current }) => !current);

  async function end(): Promise<void> {
    if (doomed === 'others') await revokeOthers();
    else if (doomed) await revoke(doomed.id);
    showToast({ message: t(doomed === 'others' ? 'sessions.othersEnded' : 'sessions.ended') });
  }

  return (
    <Section
      title={t('sessions.title')}
      description={t('sessions.description')}
      action={others.length > 0 && <Button onClick={() => setDoomed('others')}>{t('sessions.revokeOthers')}</Button>}
    >
      <Paper variant="outlined">
        {sessions.error && <ErrorState compact error={sessions.error} onRetry={() => void sessions.refetch()} />}
        {sessions.isPending && (
          <Box sx={{ p: 2 }}>
            <Skeletons shape="rows" count={2} />
          </Box>
        )}
        {sessions.data && (
          <Box component="ul" aria-label={t('sessions.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {sessions.data.map((session) => (
              <SessionRow key={session.id} session={session} onRevoke={() => setDoomed(session)} />
            ))}
          </Box>
        )}
      </Paper>
      {doomed && (
        <ConfirmDialog
          open
          title={
            doomed === 'others'
              ? t('sessions.othersQuestion')
              : t('sessions.question', { device: deviceName(doomed.userAgent) })
          }
          description={t('sessions.consequence')}
          confirmLabel={t('sessions.revoke')}
          onConfirm={end}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </Section>
  );
}
