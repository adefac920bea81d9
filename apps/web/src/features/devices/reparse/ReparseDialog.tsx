import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { TimeRange } from '../../../ui/time/TimeRange.tsx';
import { type ResolvedRange, relative, resolveTimeRange, type TimeRangeValue } from '../../../ui/time/time-range.ts';
import { viewerZone } from '../../../ui/time/zone-time.ts';
import { JobMonitor } from '../../jobs/index.ts';
import { Differences } from './Differences.tsx';
import { useReparse, useReparsePreview } from './reparse.queries.ts';

interface ReparseDialogProps {
  deviceIds: number[];
  range?: TimeRangeValue;
  onClose: () => void;
}

const lastDay = relative(24, 'h');

function Content({ deviceIds, range: first = lastDay, onClose, titleId }: ReparseDialogProps & { titleId: string }) {
  const { t } = useTranslation(['devices', 'ui']);
  const formats = useFormats();
  const [range, setRange] = useState(first);
  // What was looked at is what is done: a range that moves with the clock stands still from the preview on.
  const [span, setSpan] = useState<ResolvedRange>();
  const preview = useReparsePreview();
  const start = useReparse();
  const error = preview.error ?? start.error;
  const devices = { count: deviceIds.length, shown: formats.number(deviceIds.length) };

  function look() {
    const resolved = resolveTimeRange(range, Date.now(), viewerZone());
    setSpan(resolved);
    preview.mutate({ deviceIds, ...resolved });
  }

  return (
    <>
      <DialogTitle id={titleId}>{t('reparse.title', devices)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {start.data === undefined ? (
          <>
            <Typography color="textSecondary">{t('reparse.description')}</Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
              <TimeRange
                value={range}
                onChange={(next) => {
                  setRange(next);
                  preview.reset();
                }}
              />
              <Button loading={preview.isPending} onClick={look}>
                {t('reparse.preview')}
              </Button>
            </Box>
            {error && <Alert severity="error">{failureOf(error).message ?? t('ui:error.unexpected')}</Alert>}
            {preview.data && span && <Differences preview={preview.data} fromMs={span.fromMs} />}
          </>
        ) : (
          <JobMonitor
            jobId={start.data}
            affects="devices"
            resultOf={(done) => t('reparse.result', { count: done, shown: formats.number(done) })}
          >
            <Button variant="contained" onClick={onClose}>
              {t('close')}
            </Button>
          </JobMonitor>
        )}
      </DialogContent>
      {start.data === undefined && (
        <DialogActions>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button
            variant="contained"
            disabled={!preview.data || preview.data.packets === 0}
            loading={start.isPending}
            onClick={() => span && start.mutate({ deviceIds, ...span })}
          >
            {t('reparse.start')}
          </Button>
        </DialogActions>
      )}
    </>
  );
}

/** Devices and a time range; then what would change; then the job. */
export function ReparseDialog({ onClose, ...props }: ReparseDialogProps) {
  const titleId = useId();
  const queries = useQueryClient();
  // No live message reports rewritten values, so histories and tiles are refetched.
  function close() {
    void queries.invalidateQueries({ queryKey: ['states'] });
    onClose();
  }
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={close} fullScreen={isPhone} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <Content {...props} onClose={close} titleId={titleId} />
    </Dialog>
  );
}
