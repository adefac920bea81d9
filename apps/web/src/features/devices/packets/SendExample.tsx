import { Box, Typography } from '@mui/material';
import type { Connector } from '@stellwerk/contract/connector';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/input/CopyButton.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { curlOf, sampleMessage } from './send-example.ts';

interface SendExampleProps {
  connector: Connector;
  externalId: string;
}

/** Where the connector takes messages of this device, and one to begin with. */
export function SendExample({ connector, externalId }: SendExampleProps) {
  const { t } = useTranslation('devices');
  const command = curlOf(connector, externalId, t('firstPacket.key'));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography>{t('firstPacket.how', { connector: connector.name })}</Typography>
      {connector.endpoints.length > 0 && (
        <Facts
          facts={connector.endpoints.map(({ name, value }) => ({
            label: name,
            value: (
              <>
                {value} <CopyButton text={value} label={t('firstPacket.copy', { name })} />
              </>
            ),
          }))}
        />
      )}
      <CodeBlock
        title={t(command ? 'firstPacket.command' : 'firstPacket.message')}
        text={command ?? sampleMessage(externalId)}
      />
    </Box>
  );
}
