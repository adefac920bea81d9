import { Alert, Box, CircularProgress, Typography } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { useConnector } from '../../connectors/index.ts';
import { useDevice } from '../device.queries.ts';
import { useLiveDevice } from '../use-live-device.ts';
import { useFirstPacket } from './packet.queries.ts';
import { valuesLine } from './packet-text.ts';
import { SendExample } from './SendExample.tsx';
import { workbenchPath } from './workbench-path.ts';

/** What came, and what became of it; until then that it is awaited. A device that was seen has sent something. */
function Waiting({ device: { id: deviceId, driver } }: { device: Pick<Device, 'id' | 'driver'> }) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const usesWorkbench = useCan('DeviceDriver.manage');
  const { data: packet } = useFirstPacket(deviceId);
  const { data: device } = useDevice(deviceId);
  useLiveDevice(deviceId);
  const seenAt = packet?.receivedAt ?? device?.lastSeenAt;
  if (!seenAt || packet?.outcome === 'pending') {
    return (
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <CircularProgress size="1.25rem" aria-hidden />
        <Typography>{t(packet ? 'firstPacket.pending' : 'firstPacket.waiting')}</Typography>
      </Box>
    );
  }
  const line =
    packet && (packet.reason?.message ?? (valuesLine(packet.values, formats.number) || t('firstPacket.noValues')));
  const isGood = packet?.outcome !== 'rejected' && packet?.outcome !== 'partial';
  return (
    <Alert role="status" severity={isGood ? 'success' : 'warning'}>
      <Typography sx={{ fontWeight: 600 }}>{t('firstPacket.received', { at: formats.exactTime(seenAt) })}</Typography>
      {line}
      {driver && packet?.outcome === 'rejected' && usesWorkbench && (
        <Box>
          <InternalLink to={workbenchPath(driver.id, packet)}>{t('packet.workbench')}</InternalLink>
        </Box>
      )}
    </Alert>
  );
}

type Sender = Pick<Device, 'id' | 'connector' | 'externalId' | 'driver'>;

function Reference({ device }: { device: Sender }) {
  const { data } = useConnector(device.connector.id);
  return data ? (
    <SendExample connector={data} externalId={device.externalId} driver={device.driver} />
  ) : (
    <Skeletons shape="lines" />
  );
}

/** How to send the first packet, and whether it has come. Addresses are shown to those who manage connectors. */
export function FirstPacketHelp({ device }: { device: Sender }) {
  const { t } = useTranslation('devices');
  const seesConnectors = useCan('all.manage');
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Waiting device={device} />
      {seesConnectors ? (
        <Reference device={device} />
      ) : (
        <Typography color="textSecondary">
          {t('firstPacket.ask', { connector: device.connector.name, externalId: device.externalId })}
        </Typography>
      )}
    </Box>
  );
}
