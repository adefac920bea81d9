import { Typography } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { SlotPanels } from '../../../ui/slot/SlotPanels.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { SidebarLayout } from '../../../ui/surface/SidebarLayout.tsx';
import { SmallMap, TwinPeople, TwinProperties, twinPanels, useTwin } from '../../twins/index.ts';
import { ProblemList } from '../health/ProblemList.tsx';
import { statusOfHealth } from '../health/status-of-health.ts';
import { FirstPacketHelp } from '../packets/FirstPacketHelp.tsx';
import { devicePath } from '../paths.ts';
import { FactsCard, SourceCard } from './DeviceFacts.tsx';

/** A device is a twin: those who may read it as one also see who is responsible. */
function People({ deviceId }: { deviceId: number }) {
  const { data } = useTwin(deviceId);
  return data ? <TwinPeople twin={data} /> : null;
}

/** What there is to see of a device: its values, what is wrong, and the facts at the side. */
export function DeviceOverview({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const readsTwins = useCan('DigitalTwin.read');
  const { id, title, health, latitude, longitude } = device;
  return (
    <SidebarLayout
      side={
        <>
          {device.problems.length > 0 && (
            <Card title={t(`health.why.${health}`)}>
              <ProblemList device={device} />
            </Card>
          )}
          <SourceCard device={device} />
          <FactsCard device={device} />
          <SmallMap
            twin={{ id, title, status: statusOfHealth(health), latitude, longitude }}
            to={devicePath(id, 'track')}
          />
          <TwinProperties twin={device} />
          {readsTwins && <People deviceId={id} />}
        </>
      }
    >
      {device.description && (
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '48rem' }}>
          {device.description}
        </Typography>
      )}
      {device.lastSeenAt === null && (
        <Card title={t('firstPacket.title')}>
          <FirstPacketHelp device={device} />
        </Card>
      )}
      <SlotPanels slot={twinPanels} context={{ kind: 'device', twin: device }} />
    </SidebarLayout>
  );
}
