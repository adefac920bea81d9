import { Alert, type AlertColor, Box, Button, Link, TableBody, TableCell, TableRow, Typography } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import type { DevicePacket } from '@stellwerk/contract/packet';
import { FlaskConical, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { FramedTable } from '../../../ui/table/FramedTable.tsx';
import { useDeviceActions } from '../device.queries.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { payloadText } from './packet-text.ts';
import { workbenchPath } from './workbench-path.ts';

interface PacketProps {
  device: Pick<Device, 'id' | 'abilities' | 'driver'>;
  packet: DevicePacket;
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3" component="p" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Values({ packet }: { packet: DevicePacket }) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const { values, refused, replaced } = packet;
  /** Why the history does not have the value. */
  const noteOf = (key: string) => {
    if (refused.some((each) => each.key === key)) return t('packet.notTaken');
    return replaced.some((each) => each.key === key) ? t('packet.replaced') : undefined;
  };
  const entries = Object.entries(values).filter(([key]) => key !== '_raw');
  if (entries.length === 0) return <Typography color="textSecondary">{t('packet.noValues')}</Typography>;
  return (
    <FramedTable label={t('packet.values')}>
      <TableBody>
        {entries.map(([key, value]) => (
          <TableRow key={key}>
            <TableCell component="th" scope="row">
              {key}
              {noteOf(key) && (
                <Typography variant="caption" color="textMuted" component="div">
                  {noteOf(key)}
                </Typography>
              )}
            </TableCell>
            <TableCell align="right" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
              {typeof value === 'number' ? formats.number(value, { maximum: 6 }) : payloadText(value)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </FramedTable>
  );
}

/** Values that states did not take, each with its reason. */
function Refused({ refused }: Pick<DevicePacket, 'refused'>) {
  const { t } = useTranslation('devices');
  return (
    <Block title={t('packet.refused')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}>
        {refused.map(({ key, reason }) => (
          <Typography component="li" key={`${key} ${reason.code}`} sx={{ overflowWrap: 'anywhere' }}>
            <Box component="span" sx={{ fontFamily: 'monospace' }}>
              {key}
            </Box>
            {': '}
            {reason.message}
          </Typography>
        ))}
      </Box>
    </Block>
  );
}

/** Two packets with the same time: the history has the value of the later one. */
function Replaced({ replaced }: Pick<DevicePacket, 'replaced'>) {
  const { t } = useTranslation('devices');
  const byPacket = [...Map.groupBy(replaced, ({ by }) => by)];
  return byPacket.map(([by, values]) => (
    <Alert key={by} severity="info">
      {t('packet.replacedBy', { by, keys: values.map(({ key }) => key).join(', ') })}
    </Alert>
  ));
}

const severities: Partial<Record<DevicePacket['outcome'], AlertColor>> = { rejected: 'error', partial: 'warning' };

/** Variables that the driver gives and no state takes; one press makes states of them. */
function Unused({ device, packet }: PacketProps) {
  const { t } = useTranslation('devices');
  const { addStates } = useDeviceActions();
  const [busy, setBusy] = useState<string>();

  async function add(variable: string) {
    setBusy(variable);
    try {
      await addStates({ id: device.id, variables: [variable] });
      showToast({ message: t('packet.added', { variable }) });
    } catch (error) {
      showToast({ status: 'error', message: failureOf(error).message ?? t('packet.addFailed') });
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Block title={t('packet.unused')}>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {t('packet.unusedHelp')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}>
        {packet.unused.map((variable) => (
          <Box component="li" key={variable} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Typography sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>{variable}</Typography>
            {device.abilities.update && (
              <Button
                size="small"
                startIcon={<Plus aria-hidden />}
                aria-label={t('packet.addNamed', { variable })}
                loading={busy === variable}
                disabled={busy !== undefined}
                onClick={() => void add(variable)}
              >
                {t('packet.add')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </Block>
  );
}

/** One packet: as it came, what the driver made of it, and why it was refused. */
export function PacketDetail({ device, packet }: PacketProps) {
  const { t } = useTranslation('devices');
  const { addressOf } = useNavigation();
  const seesDrivers = useCan('DeviceDriver.manage');
  const { reason, unused, payload, meta, refused, replaced } = packet;
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 1 }}>
      {reason && (
        <Alert severity={severities[packet.outcome] ?? 'info'}>
          {reason.message} <Typography variant="caption">{reason.code}</Typography>
        </Alert>
      )}
      {replaced.length > 0 && <Replaced replaced={replaced} />}
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <CodeBlock title={t('packet.raw')} text={payloadText(payload)} />
        <Block title={t('packet.values')}>
          <Values packet={packet} />
        </Block>
        {Object.keys(meta).length > 0 && <CodeBlock title={t('packet.meta')} text={payloadText(meta)} />}
        {refused.length > 0 && <Refused refused={refused} />}
        {unused.length > 0 && <Unused device={device} packet={packet} />}
      </Box>
      {device.driver && seesDrivers && (
        <Box>
          <Button
            component={Link}
            href={addressOf(workbenchPath(device.driver.id, packet))}
            target="_blank"
            rel="noopener"
            startIcon={<FlaskConical aria-hidden />}
          >
            {t('packet.workbench')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
