import { Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { TwinTiles } from '../../states/index.ts';
import { useDevice } from '../device.queries.ts';
import { OperationalStatus } from '../OperationalStatus.tsx';
import { devicePath } from '../paths.ts';
import { useLiveDevice } from '../use-live-device.ts';

/** A device in the panel of the map: its living tiles, and the way to its page. */
export function DeviceOnMap({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('devices');
  const { data: device, error, refetch } = useDevice(deviceId);
  useLiveDevice(deviceId);
  if (error && !device) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!device) return <Skeletons shape="cards" count={2} />;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <StatusChip status={device.health} />
        <OperationalStatus status={device.operationalStatus} />
        <InternalLink to={devicePath(deviceId)}>{t('map.open')}</InternalLink>
      </Box>
      <Typography color="textSecondary" component="div">
        {device.externalId} · {t('detail.seen')} <Age at={device.lastSeenAt} />
      </Typography>
      {device.address && <Typography color="textSecondary">{device.address}</Typography>}
      <TwinTiles twinId={deviceId} abilities={device.abilities} />
    </Box>
  );
}
