import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { Growth } from './Growth.tsx';
import { Totals } from './Totals.tsx';

/** All devices in figures: how many, how they are, how they became more. */
export function StatisticsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices');
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { account } = useChosenAccount();
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="lg" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {account ? t('statistics.titleOf', { account: account.name }) : t('statistics.title')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <Totals tenantId={account?.id} />
        <Growth tenantId={account?.id} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
