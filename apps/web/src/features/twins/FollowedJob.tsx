import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import type { Job } from '@stellwerk/contract/job';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { LineErrors, useFollowedJob } from '../users/index.ts';

interface FollowedJobProps {
  jobId: number;
  /** The text whose lines the errors name. */
  csv?: string;
  /** What came of it, for the number of items that went well. */
  resultOf: (done: number) => string;
  /** What can be done next. */
  children: ReactNode;
}

const outcomes = {
  done: 'success',
  error: 'error',
  canceled: 'warning',
  deleted: 'warning',
} as const satisfies Partial<Record<Job['state'], string>>;

const outcomeOf = (state: Job['state']) => (state in outcomes ? (state as keyof typeof outcomes) : undefined);

function Running({ job, onCancel }: { job: Job; onCancel: () => Promise<unknown> }) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { done, total } = job.progress;
  const figures = { done: formats.number(done), total: formats.number(total ?? 0) };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography role="status">{t(job.cancelRequested ? 'job.canceling' : 'job.running', figures)}</Typography>
      <LinearProgress
        variant={total ? 'determinate' : 'indeterminate'}
        value={total ? Math.min(100, (done / total) * 100) : 0}
        aria-label={t('job.label')}
      />
      <Typography variant="body2" color="textSecondary">
        {t('job.leave')}
      </Typography>
      <Box>
        <Button disabled={job.cancelRequested} onClick={() => void onCancel()}>
          {t('job.cancel')}
        </Button>
      </Box>
    </Box>
  );
}

/** A job that was started here, while it runs, and what came of it. */
export function FollowedJob({ jobId, csv = '', resultOf, children }: FollowedJobProps) {
  const { t } = useTranslation('twins');
  const queries = useQueryClient();
  const { job, cancel } = useFollowedJob(jobId);
  const outcome = job.data && outcomeOf(job.data.state);
  useEffect(() => {
    if (outcome) void queries.invalidateQueries({ queryKey: ['twins'] });
  }, [outcome, queries]);
  if (job.error) return <ErrorState error={job.error} onRetry={() => void job.refetch()} />;
  if (!job.data) return <Skeletons shape="lines" />;
  if (!outcome) return <Running job={job.data} onCancel={cancel} />;
  const { progress, errors, errorCount } = job.data;
  const result = resultOf(Math.max(0, progress.done - errorCount));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity={outcomes[outcome]}>{outcome === 'done' ? result : `${t(`job.${outcome}`)} ${result}`}</Alert>
      {errorCount > 0 && (
        <LineErrors
          errors={errors}
          count={errorCount}
          csv={csv}
          hasHeader={csv !== ''}
          fileName={t('csv.errorsName')}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{children}</Box>
    </Box>
  );
}
