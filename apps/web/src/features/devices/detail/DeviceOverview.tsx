import { Button, Paper, Typography } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { Activity } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useGo } from '../../../ui/navigation/use-go.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { Section } from '../../../ui/surface/Section.tsx';
import { WithSide } from '../../../ui/surface/WithSide.tsx';
import { TwinTiles } from '../../states/index.ts';
import { SmallMap, TwinPeople, TwinProperties, useTwin } from '../../twins/index.ts';
import { ProblemList } from '../health/ProblemList.tsx';
import { FirstPacketHelp } from '../packets/FirstPacketHelp.tsx';
import { devicePath } from '../paths.ts';
import { FactsCard, SourceCard } from './DeviceFacts.tsx';

function Values({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const { go } = useGo();
  if (device.stateCount > 0) {
    return (
      <Section title={t('section.values')}>
        <TwinTiles twinId={device.id} abilities={device.abilities} />
      </Section>
    );
  }
  return (
    <Paper variant="outlined">
      <EmptyState
        compact
        icon={Activity}
        title={t('values.none')}
        description={t('values.noneHelp')}
        action={
          device.abilities.update && (
            <Button onClick={() => go(devicePath(device.id, 'states'))}>{t('values.begin')}</Button>
          )
        }
      />
    </Paper>
  );
}

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
    <WithSide
      side={
        <>
          {device.problems.length > 0 && (
            <Card title={t(`health.why.${health}`)}>
              <ProblemList device={device} />
            </Card>
          )}
          <SourceCard device={device} />
          <FactsCard device={device} />
          <SmallMap twin={{ id, title, status: health, latitude, longitude }} to={devicePath(id, 'track')} />
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
      <Values device={device} />
    </WithSide>
  );
}
