import { Box, TableCell, Typography } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import type { DevicePacket } from '@stellwerk/contract/packet';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { ExpandableRow } from '../../../ui/table/ExpandableRow.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { usePulse } from '../../../ui/value/use-pulse.ts';
import { Outcome } from './Outcome.tsx';
import { PacketDetail } from './PacketDetail.tsx';
import { payloadText, valuesLine } from './packet-text.ts';

interface PacketRowProps {
  device: Pick<Device, 'id' | 'abilities' | 'driver'>;
  packet: DevicePacket;
}

const columns = 3;

/** A packet in one line; opened, everything about it. */
export function PacketRow({ device, packet }: PacketRowProps) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const pulse = usePulse(packet.outcome);
  const line = packet.reason?.message ?? (valuesLine(packet.values, formats.number) || payloadText(packet.payload));
  const at = formats.exactTime(packet.receivedAt);
  return (
    <ExpandableRow
      openLabel={t('packet.openOf', { at })}
      head={<Age at={packet.receivedAt} />}
      columns={columns}
      detail={
        <>
          <Typography variant="caption" color="textMuted">
            {at} · {packet.id}
          </Typography>
          <PacketDetail device={device} packet={packet} />
        </>
      }
    >
      <TableCell>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          <Box key={pulse.changes} sx={{ borderRadius: 2, ...pulse.sx }}>
            <Outcome outcome={packet.outcome} />
          </Box>
          {packet.replaced.length > 0 && <StatusChip status="info" label={t('packet.replaced')} />}
        </Box>
      </TableCell>
      <TableCell sx={{ width: '100%', maxWidth: 0 }}>
        <Typography noWrap sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {line}
        </Typography>
      </TableCell>
    </ExpandableRow>
  );
}
