import { Box, Typography } from '@mui/material';
import type { Connector } from '@stellwerk/contract/connector';
import type { Device } from '@stellwerk/contract/device';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { CopyButton } from '../../../ui/input/CopyButton.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { useReadablePacket } from './packet.queries.ts';
import { curlOf, sampleMessage } from './send-example.ts';

interface SendExampleProps {
  connector: Connector;
  externalId: string;
  driver: Device['driver'];
}

/** Where the connector takes messages of this device, and one to begin with. */
export function SendExample({ connector, externalId, driver }: SendExampleProps) {
  const { t } = useTranslation('devices');
  const seesDrivers = useCan('DeviceDriver.read');
  const { data: packet } = useReadablePacket(seesDrivers ? driver?.id : undefined);
  const message = sampleMessage(externalId, packet ?? undefined);
  const command = curlOf(connector, message, t('firstPacket.key'));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography>{t('firstPacket.how', { connector: connector.name })}</Typography>
      {connector.endpoints.length > 0 && (
        <Facts
          facts={connector.endpoints.map(({ name, value }) => ({
            label: name === 'url' ? t('firstPacket.address') : name,
            value: (
              <>
                {value} <CopyButton text={value} label={t('firstPacket.copy', { name })} />
              </>
            ),
          }))}
        />
      )}
      <CodeBlock title={t(command ? 'firstPacket.command' : 'firstPacket.message')} text={command ?? message} />
      {driver && !packet && <Typography color="textSecondary">{t('firstPacket.ownPayload')}</Typography>}
    </Box>
  );
}
