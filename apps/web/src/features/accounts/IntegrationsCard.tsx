import { Box, Button, Typography } from '@mui/material';
import { type Account, type Integration, integrations } from '@stellwerk/contract/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { useAccountActions } from './account.queries.ts';

interface RowProps {
  integration: Integration;
  activatedAt: string | null;
  /** Waits for the time-series database, which it needs. */
  isWaiting: boolean;
  onActivate: () => void;
}

function IntegrationRow({ integration, activatedAt, isWaiting, onActivate }: RowProps) {
  const { t } = useTranslation('accounts');
  const formats = useFormats();
  const name = t(`integrations.name.${integration}`);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        py: 1.5,
        borderTop: 1,
        borderColor: 'border.main',
      }}
    >
      <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500 }}>{name}</Typography>
        <Typography color="textSecondary">
          {isWaiting ? t('integrations.waiting') : t(`integrations.text.${integration}`)}
        </Typography>
      </Box>
      {activatedAt ? (
        <StatusChip
          status="ok"
          label={t('integrations.active')}
          reason={t('integrations.since', { at: formats.dateTime(activatedAt) })}
        />
      ) : (
        <Button disabled={isWaiting} onClick={onActivate} aria-label={t('integrations.activateNamed', { name })}>
          {t('integrations.activate')}
        </Button>
      )}
    </Box>
  );
}

/** Integrations of an account; enabling one is permanent. */
export function IntegrationsCard({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const { update } = useAccountActions();
  const [asked, setAsked] = useState<Integration>();
  const { timeseriesDatabase } = account.integrations;
  return (
    <Card title={t('integrations.title')}>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {t('integrations.description')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {integrations.map((integration) => (
          <IntegrationRow
            key={integration}
            integration={integration}
            activatedAt={account.integrations[integration]}
            isWaiting={integration === 'dashboard' && timeseriesDatabase === null}
            onActivate={() => setAsked(integration)}
          />
        ))}
      </Box>
      {asked && (
        <ConfirmDialog
          open
          title={t('integrations.question', { name: t(`integrations.name.${asked}`) })}
          description={`${t(`integrations.text.${asked}`)} ${t('integrations.warning')}`}
          typeToConfirm={account.name}
          confirmLabel={t('integrations.activate')}
          onConfirm={async () => {
            await update({ id: account.id, integrations: { [asked]: true } });
            showToast({ message: t('integrations.done', { name: t(`integrations.name.${asked}`) }) });
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}
