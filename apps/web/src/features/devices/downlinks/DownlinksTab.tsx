import {
  Box,
  Button,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import type { Downlink } from '@stellwerk/contract/packet';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { fromTablet } from '../../../ui/table/from-tablet.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { useDownlinks } from './downlink.queries.ts';
import { StateChain } from './StateChain.tsx';

function Row({ downlink }: { downlink: Downlink }) {
  const { t } = useTranslation('devices');
  const { name, payload, encoding, port, reason, createdAt, createdBy } = downlink;
  return (
    <TableRow sx={{ '& > td': { verticalAlign: 'top' } }}>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        <Age at={createdAt} />
      </TableCell>
      <TableCell>
        <StateChain downlink={downlink} />
        {reason && (
          <Typography variant="body2" sx={{ mt: 0.5, color: 'error.main', overflowWrap: 'anywhere' }}>
            {reason.message}
          </Typography>
        )}
      </TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        {name && <Typography sx={{ fontWeight: 500 }}>{name}</Typography>}
        <Typography variant="body2" sx={{ fontFamily: 'monospace' }}>
          {payload}
        </Typography>
        <Typography variant="caption" color="textMuted">
          {t(`encoding.${encoding}`)} · {t('downlink.onPort', { port })}
        </Typography>
      </TableCell>
      <TableCell sx={fromTablet}>{createdBy ?? '—'}</TableCell>
    </TableRow>
  );
}

/** What was sent to a device, and how far each has come. */
export function DownlinksTab({ device, onSend }: { device: Device; onSend: () => void }) {
  const { t } = useTranslation('devices');
  const { data, error, refetch } = useDownlinks(device.id);
  const send = device.abilities.sendDownlink && (
    <Button variant="contained" startIcon={<Send aria-hidden />} onClick={onSend}>
      {t('downlink.action')}
    </Button>
  );

  function content() {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeletons shape="rows" count={4} />;
    if (data.length === 0) {
      return (
        <EmptyState
          icon={Send}
          title={t('downlink.none')}
          description={t(send ? 'downlink.noneHelp' : 'downlink.impossible')}
          action={send}
        />
      );
    }
    return (
      <>
        <Box sx={{ display: 'flex', p: 1.5, justifyContent: 'flex-end' }}>{send}</Box>
        <TableContainer>
          <Table size="small" aria-label={t('tab.downlinks')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('downlink.createdAt')}</TableCell>
                <TableCell>{t('downlink.state')}</TableCell>
                <TableCell>{t('downlink.content')}</TableCell>
                <TableCell sx={fromTablet}>{t('downlink.createdBy')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {data.map((downlink) => (
                <Row key={downlink.id} downlink={downlink} />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      </>
    );
  }

  return (
    <Paper variant="outlined" sx={{ minWidth: 0, overflow: 'hidden' }}>
      {content()}
    </Paper>
  );
}
