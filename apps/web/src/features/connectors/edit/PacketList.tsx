import { Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { type Status, StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Collapsible } from '../../../ui/surface/Collapsible.tsx';
import { CopyText } from '../CopyText.tsx';
import { FramedList } from './FramedList.tsx';
import type { Traffic } from './traffic.queries.ts';

const statuses: Record<Traffic['outcome'], Status> = {
  applied: 'ok',
  partial: 'warning',
  pending: 'info',
  dropped: 'warning',
  rejected: 'error',
};

/** Refused messages are kept as they came, which need not be JSON. */
const textOf = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content, null, 2));

function PacketHead({ packet }: { packet: Traffic }) {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  const { identifier, device, receivedAt, outcome, reason, sizeBytes } = packet;
  return (
    <Box
      component="span"
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.25,
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '13rem 9rem minmax(8rem, 1fr) minmax(0, 2fr) 5rem' },
      }}
    >
      <Typography component="span" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {formats.exactTime(receivedAt)}
      </Typography>
      <span>
        <StatusChip status={statuses[outcome]} label={t(`outcome.${outcome}`)} />
      </span>
      <Typography component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {device?.title ?? (identifier || t('packet.noIdentifier'))}
        {device && (
          <Typography component="span" variant="caption" color="textMuted" sx={{ display: 'block' }}>
            {identifier}
          </Typography>
        )}
      </Typography>
      <Typography
        component="span"
        color="textSecondary"
        sx={{ overflowWrap: 'anywhere', gridColumn: { xs: '1 / -1', md: 'auto' } }}
      >
        {reason?.message}
      </Typography>
      <Typography
        component="span"
        variant="body2"
        color="textMuted"
        sx={{ textAlign: 'right', display: { xs: 'none', md: 'block' } }}
      >
        {formats.bytes(sizeBytes)}
      </Typography>
    </Box>
  );
}

function PacketRow({ packet }: { packet: Traffic }) {
  const { t } = useTranslation('connectors');
  const { device, content } = packet;
  return (
    <li>
      <Collapsible head={<PacketHead packet={packet} />}>
        {device && (
          <Typography variant="body2">
            <InternalLink to={`/virtual-devices/${device.id}`}>
              {t('packet.device', { title: device.title })}
            </InternalLink>
          </Typography>
        )}
        <CopyText text={textOf(content)} label={t('packet.copy')} />
      </Collapsible>
    </li>
  );
}

/** Messages with their outcome; each opens to show what it held. */
export function PacketList({ packets }: { packets: readonly Traffic[] }) {
  const { t } = useTranslation('connectors');
  return (
    <FramedList label={t('tab.packets')}>
      {packets.map((packet) => (
        <PacketRow key={packet.id} packet={packet} />
      ))}
    </FramedList>
  );
}
