import { Box, Drawer, IconButton, Typography } from '@mui/material';
import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { useDevice } from '../device.queries.ts';
import { devicePath } from '../paths.ts';
import { ProblemList } from './ProblemList.tsx';

interface HealthPanelProps {
  deviceId: number;
  title: string;
  onClose: () => void;
}

/** Why a device has the health that it has, beside the list or the page. */
export function HealthPanel({ deviceId, title, onClose }: HealthPanelProps) {
  const { t } = useTranslation('devices');
  const titleId = useId();
  const { data: device, error, refetch } = useDevice(deviceId);
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: '26rem' }, p: 2, gap: 1.5 },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {t('health.titleOf', { title })}
        </Typography>
        <IconButton aria-label={t('close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </Box>
      {error && !device && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!error && !device && <Skeletons shape="lines" />}
      {device && (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            <StatusChip status={device.health} />
            <InternalLink to={devicePath(deviceId, 'health')}>{t('health.toChecks')}</InternalLink>
          </Box>
          {device.health === 'unknown' && <Typography color="textSecondary">{t('health.unknown')}</Typography>}
          <ProblemList device={device} />
        </>
      )}
    </Drawer>
  );
}
