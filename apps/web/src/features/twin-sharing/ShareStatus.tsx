import { Alert, Box, Button } from '@mui/material';
import type { TwinShare } from '@stellwerk/contract/twin-sharing';
import { CalendarPlus, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { Facts } from '../../ui/surface/Facts.tsx';
import { lastMomentOf } from './ShareEnd.tsx';

interface ShareStatusProps {
  share: TwinShare;
  /** False while the module is off: nothing can be renewed then. */
  canShare: boolean;
  isRenewing: boolean;
  /** The chosen last day is none: nothing can last until then. */
  isEndWrong: boolean;
  onRenew: () => void;
  onReplace: () => void;
}

/** A share whose link was shown before: how long it lasts, and how it goes on. */
export function ShareStatus({ share, canShare, isRenewing, isEndWrong, onRenew, onReplace }: ShareStatusProps) {
  const { t } = useTranslation('twin-sharing');
  const formats = useFormats();
  const time = formats.dateTime(share.createdAt);
  const created = share.createdBy ? t('status.createdBy', { time, name: share.createdBy }) : time;
  return (
    <>
      {share.expired && <Alert severity="warning">{t('status.expired')}</Alert>}
      <Facts
        facts={[
          { label: t('status.created'), value: created },
          { label: t('status.validUntil'), value: formats.date(lastMomentOf(share.validUntil)) },
        ]}
      />
      <Alert severity="info">{t('status.hidden')}</Alert>
      {canShare && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="outlined"
            loading={isRenewing}
            disabled={isEndWrong}
            onClick={onRenew}
            startIcon={<CalendarPlus aria-hidden />}
          >
            {t('renew')}
          </Button>
          <Button variant="outlined" disabled={isEndWrong} onClick={onReplace} startIcon={<RefreshCw aria-hidden />}>
            {t('replace')}
          </Button>
        </Box>
      )}
    </>
  );
}
