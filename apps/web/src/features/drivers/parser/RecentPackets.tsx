import { Box, ButtonBase, Typography } from '@mui/material';
import { listDevices } from '@stellwerk/contract/device';
import type { DevicePacket } from '@stellwerk/contract/packet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { usePacketDevices, useRecentPackets } from '../workbench.queries.ts';
import { inputOf, type PacketInput } from './packet-text.ts';

interface RecentPacketsProps {
  onChoose: (input: PacketInput) => void;
}

function PacketRow({ packet, onChoose }: { packet: DevicePacket; onChoose: () => void }) {
  const { t } = useTranslation('drivers');
  const { payload, receivedAt, outcome, reason } = packet;
  const { text, port } = inputOf(packet);
  const isBad = outcome === 'rejected' || outcome === 'dropped';
  return (
    <Box component="li">
      <ButtonBase
        onClick={onChoose}
        sx={{
          width: '100%',
          display: 'flex',
          justifyContent: 'flex-start',
          gap: 1,
          px: 1,
          py: 0.75,
          borderRadius: 0.75,
          textAlign: 'left',
          '&:hover': { bgcolor: 'background.raised' },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography noWrap sx={{ fontFamily: monospaceFamily, fontSize: '0.8125rem' }}>
            {typeof payload === 'string' ? text : JSON.stringify(payload)}
          </Typography>
          <Typography variant="caption" color="textMuted" component="div">
            <Age at={receivedAt} />
            {port !== '' && ` · ${t('input.portShort', { port })}`}
            {reason && ` · ${reason.message}`}
          </Typography>
        </Box>
        {isBad && <StatusChip status="error" label={t(`outcome.${outcome}`)} />}
      </ButtonBase>
    </Box>
  );
}

function Packets({ deviceId, onChoose }: RecentPacketsProps & { deviceId: number }) {
  const { t } = useTranslation('drivers');
  const { data, error, refetch } = useRecentPackets(deviceId);
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" />;
  if (data.length === 0) return <EmptyState compact title={t('recent.none')} description={t('recent.noneText')} />;
  return (
    <Box component="ul" aria-label={t('recent.label')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {data.map((packet) => (
        <PacketRow
          key={packet.id}
          packet={packet}
          onChoose={() =>
            onChoose(inputOf({ payload: packet.payload, meta: packet.driverMeta, receivedAt: packet.receivedAt }))
          }
        />
      ))}
    </Box>
  );
}

/** The last packets of a device that uses the driver; a click takes one over. */
export function RecentPackets({ onChoose }: RecentPacketsProps) {
  const { t } = useTranslation('drivers');
  const { driver } = useDraft();
  const maySee = useCan(listDevices.permission);
  const { data, error, refetch } = usePacketDevices(driver.id);
  const [chosen, setChosen] = useState<number>();
  if (!maySee) return <EmptyState compact variant="no-permission" />;
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" />;
  const deviceId = chosen ?? data[0]?.id;
  if (deviceId === undefined) {
    return <EmptyState compact title={t('recent.noDevices')} description={t('recent.noDevicesText')} />;
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <SelectField
        label={t('recent.device')}
        value={deviceId}
        options={data.map(({ id, title, externalId }) => ({ value: id, label: `${title} · ${externalId}` }))}
        onChange={setChosen}
      />
      <Packets deviceId={deviceId} onChoose={onChoose} />
    </Box>
  );
}
