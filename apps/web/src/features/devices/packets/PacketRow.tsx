import { Box, Collapse, IconButton, TableCell, TableRow, Typography } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import type { DevicePacket } from '@stellwerk/contract/packet';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { usePulse } from '../../../ui/value/pulse.ts';
import { Outcome } from './Outcome.tsx';
import { PacketDetail } from './PacketDetail.tsx';
import { payloadText, valuesLine } from './packet-text.ts';

interface PacketRowProps {
  device: Pick<Device, 'id' | 'abilities' | 'driver'>;
  packet: DevicePacket;
}

export const packetColumns = 3;

/** A packet in one line; opened, everything about it. */
export function PacketRow({ device, packet }: PacketRowProps) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const detailId = useId();
  const [isOpen, setOpen] = useState(false);
  const pulse = usePulse(packet.outcome);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const line = packet.reason?.message ?? (valuesLine(packet.values, formats.number) || payloadText(packet.payload));
  const at = formats.exactTime(packet.receivedAt);
  return (
    <>
      <TableRow hover onClick={() => setOpen(!isOpen)} sx={{ cursor: 'pointer', '& > td': { borderBottom: 0 } }}>
        <TableCell sx={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>
          <IconButton
            size="small"
            aria-expanded={isOpen}
            aria-controls={detailId}
            aria-label={t('packet.openOf', { at })}
            onClick={(event) => {
              event.stopPropagation();
              setOpen(!isOpen);
            }}
            sx={{ mr: 0.5 }}
          >
            <Icon aria-hidden />
          </IconButton>
          <Age at={packet.receivedAt} />
        </TableCell>
        <TableCell sx={{ verticalAlign: 'top' }}>
          <Box key={pulse.changes} sx={{ display: 'inline-block', borderRadius: 2, ...pulse.sx }}>
            <Outcome outcome={packet.outcome} />
          </Box>
        </TableCell>
        <TableCell sx={{ width: '100%', maxWidth: 0 }}>
          <Typography noWrap sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {line}
          </Typography>
        </TableCell>
      </TableRow>
      <TableRow>
        <TableCell colSpan={packetColumns} id={detailId} sx={{ py: 0 }}>
          <Collapse in={isOpen} unmountOnExit>
            <Typography variant="caption" color="textMuted">
              {at} · {packet.id}
            </Typography>
            <PacketDetail device={device} packet={packet} />
          </Collapse>
        </TableCell>
      </TableRow>
    </>
  );
}
