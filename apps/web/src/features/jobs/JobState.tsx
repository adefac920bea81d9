import { Box, LinearProgress } from '@mui/material';
import type { Job, JobState as State } from '@stellwerk/contract/job';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { type Status, StatusChip } from '../../ui/status/StatusChip.tsx';

const statuses: Record<State, Status> = {
  created: 'unknown',
  inprogress: 'info',
  postprocessing: 'info',
  done: 'ok',
  error: 'error',
  canceled: 'unknown',
  deleted: 'unknown',
};

/** A finished job with failed items gets a warning. */
export function JobState({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  if (job.state === 'inprogress' && job.cancelRequested)
    return <StatusChip status="warning" label={t('state.canceling')} />;
  if (job.state === 'done' && job.errorCount > 0)
    return <StatusChip status="warning" label={t('state.doneWithErrors')} />;
  return <StatusChip status={statuses[job.state]} label={t(`state.${job.state}`)} />;
}

export function JobProgress({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  const { done, total } = job.progress;
  if (job.state === 'created' || (done === 0 && total === null)) return '—';
  const text =
    total === null
      ? formats.number(done)
      : t('progress.of', { done: formats.number(done), total: formats.number(total) });
  const isRunning = job.state === 'inprogress' || job.state === 'postprocessing';
  if (!isRunning || total === null || total === 0) return text;
  return (
    <Box sx={{ width: '100%' }}>
      <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>{text}</Box>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, (done / total) * 100)}
        aria-label={t('progress.label', { title: job.title })}
      />
    </Box>
  );
}
