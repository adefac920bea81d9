import { Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { SidePanel } from '../../../ui/surface/SidePanel.tsx';
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
  const { data: device, error, refetch } = useDevice(deviceId);
  return (
    <SidePanel title={t('health.titleOf', { title })} closeLabel={t('close')} onClose={onClose}>
      {error && !device && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!error && !device && <Skeletons shape="lines" />}
      {device && (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            <StatusChip status={device.health} />
            <InternalLink to={devicePath(deviceId, 'health')}>{t('health.toChecks')}</InternalLink>
          </Box>
          {(device.health === 'unknown' || device.health === 'invalid') && (
            <Typography color="textSecondary">{t(`health.${device.health}`)}</Typography>
          )}
          <ProblemList device={device} />
        </>
      )}
    </SidePanel>
  );
}
