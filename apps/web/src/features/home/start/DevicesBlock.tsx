import { Box, Typography } from '@mui/material';
import type { DeviceRow } from '@stellwerk/contract/device';
import { RadioTower } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { devicePath, devicesPath, shownStatus } from '../../devices/index.ts';
import { StarButton } from '../../favourites/index.ts';
import { useLastDevices } from '../home.queries.ts';

function DeviceLine({ device }: { device: DeviceRow }) {
  const { id, title, lastSeenAt, tenantName, driver } = device;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <InternalLink to={devicePath(id)} color="inherit" noWrap sx={{ display: 'block', fontWeight: 500 }}>
          {title}
        </InternalLink>
        <Typography variant="caption" component="div" color="textMuted" noWrap>
          {[driver?.title, tenantName].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Typography variant="caption" sx={{ flexShrink: 0, display: { xs: 'none', sm: 'block' } }}>
        <Age at={lastSeenAt} />
      </Typography>
      <StatusChip status={shownStatus(device)} />
      <StarButton type="twin" object={device} />
    </Box>
  );
}

function Lines() {
  const { t } = useTranslation('home');
  const { data, error, refetch } = useLastDevices();
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" count={5} />;
  if (data.data.length === 0) {
    return <EmptyState compact icon={RadioTower} title={t('devices.none')} description={t('devices.noneText')} />;
  }
  return (
    <Box
      component="ul"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, m: 0, p: 0, listStyle: 'none' }}
    >
      {data.data.map((device) => (
        <li key={device.id}>
          <DeviceLine device={device} />
        </li>
      ))}
    </Box>
  );
}

/** The devices with the most recent packets, each with its star. */
export function DevicesBlock() {
  const { t } = useTranslation('home');
  return (
    <Card title={t('devices.title')} action={<InternalLink to={devicesPath}>{t('devices.all')}</InternalLink>}>
      <Lines />
    </Card>
  );
}
