import { Box, Button, Typography } from '@mui/material';
import { readHeldDeliveries } from '@stellwerk/contract/outbox';
import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Card } from '../../ui/surface/Card.tsx';
import { type Decision, useDecideHeldDeliveries, useHeldDeliveries } from './outbox.queries.ts';

function Confirmation({ decision, count, onClose }: { decision: Decision; count: number; onClose: () => void }) {
  const { t } = useTranslation('outbox');
  const formats = useFormats();
  const { mutateAsync } = useDecideHeldDeliveries(decision);
  return (
    <ConfirmDialog
      open
      title={t(`${decision}.question`, { count, number: formats.number(count) })}
      description={t(`${decision}.text`)}
      confirmLabel={t(`${decision}.confirm`)}
      danger={decision === 'discard'}
      onConfirm={async () => {
        const { data: decided } = await mutateAsync();
        // Another administrator may have decided in the meantime, so that none are left.
        const outcome = decided.count === 0 ? 'late' : `${decision}.done`;
        showToast({ message: t(outcome, { count: decided.count, number: formats.number(decided.count) }) });
      }}
      onClose={onClose}
    />
  );
}

function Notice({ count, oldestAt }: { count: number; oldestAt: string }) {
  const { t } = useTranslation('outbox');
  const formats = useFormats();
  const [asked, setAsked] = useState<Decision>();
  return (
    <Card title={t('title')}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ maxWidth: '80ch' }}>
          {t('text', { count, number: formats.number(count), since: formats.dateTime(oldestAt) })}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button startIcon={<Send size="1rem" aria-hidden />} onClick={() => setAsked('send')}>
            {t('send.action')}
          </Button>
          <Button color="error" startIcon={<Trash2 size="1rem" aria-hidden />} onClick={() => setAsked('discard')}>
            {t('discard.action')}
          </Button>
        </Box>
      </Box>
      {asked && <Confirmation decision={asked} count={count} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

function Known() {
  const { data } = useHeldDeliveries();
  return data?.oldestAt ? <Notice count={data.count} oldestAt={data.oldestAt} /> : null;
}

/**
 * On the start page of system administrators: deliveries that a restored copy retains until an administrator decides.
 */
export function HeldDeliveriesNotice() {
  return useCan(readHeldDeliveries.permission) ? <Known /> : null;
}
