import { Alert, type AlertColor, Box, Button, LinearProgress, Typography } from '@mui/material';
import { type Job, jobNotes } from '@stellwerk/contract/job';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { useJobMonitor } from './job.queries.ts';
import { type CsvText, LineErrors } from './LineErrors.tsx';
import { useWatchedJob } from './watched-jobs.ts';

export interface JobMonitorProps {
  jobId: number;
  /** Prefix of the query keys to invalidate after the job has ended. */
  affects: string;
  /** The list whose lines the errors reference, if any. */
  source?: CsvText;
  /** The result text for a number of successful items. */
  resultOf: (done: number) => string;
  /** Actions after the job has ended. */
  children: ReactNode;
}

/** Final states of a job. */
const outcomes: Partial<Record<Job['state'], AlertColor>> = {
  done: 'success',
  error: 'error',
  canceled: 'warning',
  deleted: 'warning',
};

function Running({ job, onCancel }: { job: Job; onCancel: () => Promise<unknown> }) {
  const { t } = useTranslation(['jobs', 'ui']);
  const formats = useFormats();
  const { done, total } = job.progress;
  const figures = { done: formats.number(done), total: formats.number(total ?? 0) };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography role="status">
        {t(job.cancelRequested ? 'followed.canceling' : 'followed.running', figures)}
      </Typography>
      <LinearProgress
        variant={total ? 'determinate' : 'indeterminate'}
        value={total ? Math.min(100, (done / total) * 100) : 0}
        aria-label={t('progress.label', { title: job.title })}
      />
      <Typography variant="body2" color="textSecondary">
        {t('followed.leave')}
      </Typography>
      <Box>
        <Button disabled={job.cancelRequested} onClick={() => void onCancel()}>
          {t('ui:cancel')}
        </Button>
      </Box>
    </Box>
  );
}

/** The progress of a job that was started here, and its result. */
export function JobMonitor({ jobId, affects, source, resultOf, children }: JobMonitorProps) {
  const { t } = useTranslation('jobs');
  const queries = useQueryClient();
  const { job, cancel } = useJobMonitor(jobId);
  useWatchedJob(jobId);
  const severity = job.data && outcomes[job.data.state];
  useEffect(() => {
    if (severity) void queries.invalidateQueries({ queryKey: [affects] });
  }, [severity, affects, queries]);
  if (job.error) return <ErrorState error={job.error} onRetry={() => void job.refetch()} />;
  if (!job.data) return <Skeletons shape="lines" />;
  if (!severity) return <Running job={job.data} onCancel={cancel} />;
  const { state, progress, errors, errorCount } = job.data;
  const failed = errorCount - errors.filter(({ code }) => jobNotes.includes(code)).length;
  const result = resultOf(Math.max(0, progress.done - failed));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity={severity}>{state === 'done' ? result : `${t(`followed.${state}`)} ${result}`}</Alert>
      {errorCount > 0 && <LineErrors errors={errors} count={errorCount} source={source} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{children}</Box>
    </Box>
  );
}
