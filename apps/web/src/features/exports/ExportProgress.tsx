import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
  useMediaQuery,
} from '@mui/material';
import type { Job } from '@stellwerk/contract/job';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { useWatchedJob } from '../jobs/index.ts';
import { downloadFile, useExportJob, useFileActions } from './export.queries.ts';

function Outcome({ job }: { job: Job }) {
  const { t } = useTranslation('exports');
  const messages = [...new Set(job.errors.map(({ message }) => message))];
  if (job.state === 'canceled' || job.state === 'deleted') {
    return <Alert severity="warning">{t('progress.canceled')}</Alert>;
  }
  const isDone = job.state === 'done';
  const severity = isDone ? (messages.length > 0 ? 'warning' : 'success') : 'error';
  return (
    <Alert severity={severity}>
      {t(isDone ? 'progress.done' : 'progress.failed')}
      {messages.map((message) => (
        <Box key={message}>{message}</Box>
      ))}
    </Alert>
  );
}

function Running({ job }: { job: Job }) {
  const { t } = useTranslation('exports');
  const { done, total } = job.progress;
  return (
    <>
      <Typography role="status">
        {t(job.state === 'created' ? 'progress.queued' : 'progress.running', { percent: done })}
      </Typography>
      <LinearProgress
        variant={total ? 'determinate' : 'indeterminate'}
        value={done}
        aria-label={t('progress.label', { title: job.title })}
      />
      <Typography variant="body2" color="textSecondary">
        {t('progress.leave')}
      </Typography>
    </>
  );
}

const openStates = ['created', 'inprogress', 'postprocessing'];

export interface ExportProgressProps {
  id: number;
  jobId: number;
  onClose: () => void;
}

/** Follows the job of an export until its file can be downloaded. */
export function ExportProgress({ id, jobId, onClose }: ExportProgressProps) {
  const { t } = useTranslation('exports');
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { data: job, error, refetch } = useExportJob(jobId);
  const { cancel } = useFileActions();
  useWatchedJob(jobId);
  const isOpen = job !== undefined && openStates.includes(job.state);
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('progress.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!job && !error && <Skeletons shape="lines" />}
        {job && (isOpen ? <Running job={job} /> : <Outcome job={job} />)}
      </DialogContent>
      <DialogActions>
        {isOpen && (
          <Button disabled={job.cancelRequested} onClick={() => void cancel(jobId)}>
            {t('action.cancel')}
          </Button>
        )}
        <Button onClick={onClose}>{t('action.close')}</Button>
        {job?.state === 'done' && (
          <Button variant="contained" startIcon={<Download aria-hidden />} onClick={() => downloadFile(id)}>
            {t('action.download')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
