import {
  Box,
  Button,
  MenuItem,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
} from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { packetOutcomes } from '@stellwerk/contract/packet';
import { Inbox, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { TimeRange } from '../../../ui/time/TimeRange.tsx';
import { relative } from '../../../ui/time/time-range.ts';
import { useTimeRange } from '../../../ui/time/use-time-range.ts';
import { ReparseDialog } from '../reparse/ReparseDialog.tsx';
import { PacketRow } from './PacketRow.tsx';
import { type PacketFilter, usePackets } from './packet.queries.ts';

const lastWeek = relative(7, 'd');
const every = 'every';

function Packets({ device, filter }: { device: Device; filter: PacketFilter }) {
  const { t } = useTranslation('devices');
  const found = usePackets(device.id, filter);
  const packets = found.data?.pages.flatMap((page) => page.packets) ?? [];
  if (found.error && packets.length === 0) {
    return (
      <ErrorState
        error={found.error}
        {...('code' in found.error && found.error.code === 'TIMEOUT' ? { title: t('packet.timeout') } : {})}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (found.isPending) {
    return (
      <Box sx={{ p: 2 }}>
        <Skeletons shape="rows" count={6} />
      </Box>
    );
  }
  if (packets.length === 0 && filter.outcome) return <EmptyState variant="no-results" />;
  if (packets.length === 0) {
    return <EmptyState icon={Inbox} title={t('packet.none')} description={t('packet.noneHelp')} />;
  }
  return (
    <>
      <TableContainer>
        <Table size="small" aria-label={t('tab.packets')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('packet.receivedAt')}</TableCell>
              <TableCell>{t('packet.outcome')}</TableCell>
              <TableCell>{t('packet.content')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {packets.map((packet) => (
              <PacketRow key={packet.id} device={device} packet={packet} />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {found.hasNextPage && (
        <Box sx={{ p: 1.5 }}>
          <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t('packet.more')}
          </Button>
        </Box>
      )}
    </>
  );
}

/** What came from a device and what became of it, as it comes. */
export function PacketsTab({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const [range, setRange] = useTimeRange(lastWeek);
  const [search, change] = useSearchParams();
  const [isReparsing, setReparsing] = useState(false);
  const outcome = packetOutcomes.find((each) => each === search.outcome);
  return (
    <Paper variant="outlined" sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          p: 1.5,
          borderBottom: 1,
          borderColor: 'border.main',
        }}
      >
        <TimeRange value={range} onChange={setRange} />
        <TextField
          select
          size="small"
          value={outcome ?? every}
          onChange={({ target }) =>
            change({ outcome: target.value === every ? undefined : target.value }, { replace: false })
          }
          slotProps={{ select: { SelectDisplayProps: { 'aria-label': t('packet.outcome') } } }}
          sx={{ width: 'auto', minWidth: '10rem' }}
        >
          <MenuItem value={every}>{t('outcome.every')}</MenuItem>
          {packetOutcomes.map((each) => (
            <MenuItem key={each} value={each}>
              {t(`outcome.${each}`)}
            </MenuItem>
          ))}
        </TextField>
        {device.abilities.update && (
          <Button startIcon={<RefreshCw aria-hidden />} onClick={() => setReparsing(true)} sx={{ ml: { sm: 'auto' } }}>
            {t('reparse.action')}
          </Button>
        )}
      </Box>
      <Packets device={device} filter={{ range, outcome }} />
      {isReparsing && <ReparseDialog deviceIds={[device.id]} range={range} onClose={() => setReparsing(false)} />}
    </Paper>
  );
}
