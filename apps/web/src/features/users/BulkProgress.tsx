import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import type { Job } from '@stellwerk/contract/job';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { useGo } from '../../ui/navigation/use-go.ts';
import { useFollowedJob } from './bulk.queries.ts';
import { LineErrors } from './LineErrors.tsx';

interface BulkProgressProps {
  jobId: number;
  tenantId: number;
  csv: string;
  onAgain: () => void;
}

const outcomes = {
  done: 'success',
  error: 'error',
  canceled: 'warning',
  deleted: 'warning',
} as const satisfies Partial<Record<Job['state'], string>>;

const outcomeOf = (state: Job['state']) => (state in outcomes ? (state as keyof typeof outcomes) : undefined);

function Running({ job, onCancel }: { job: Job; onCancel: () => Promise<unknown> }) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const { done, total } = job.progress;
  const figures = { done: formats.number(done), total: formats.number(total ?? 0) };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography role="status">
        {t(job.cancelRequested ? 'bulk.progress.canceling' : 'bulk.progress.running', figures)}
      </Typography>
      <LinearProgress
        variant={total ? 'determinate' : 'indeterminate'}
        value={total ? Math.min(100, (done / total) * 100) : 0}
        aria-label={t('bulk.progress.label')}
      />
      <Typography variant="body2" color="textSecondary">
        {t('bulk.progress.leave')}
      </Typography>
      <Box>
        <Button disabled={job.cancelRequested} onClick={() => void onCancel()}>
          {t('bulk.progress.cancel')}
        </Button>
      </Box>
    </Box>
  );
}

/** The creation while it runs, and what came of it. */
export function BulkProgress({ jobId, tenantId, csv, onAgain }: BulkProgressProps) {
  const { t } = useTranslation('users');
  const { go } = useGo();
  const { job, cancel } = useFollowedJob(jobId);
  if (job.error) return <ErrorState error={job.error} onRetry={() => void job.refetch()} />;
  if (!job.data) return <Skeletons shape="lines" />;
  const { state, progress, errors, errorCount } = job.data;
  const outcome = outcomeOf(state);
  if (!outcome) return <Running job={job.data} onCancel={cancel} />;
  const created = Math.max(0, progress.done - errorCount);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity={outcomes[outcome]}>{t(`bulk.result.${outcome}`, { count: created })}</Alert>
      {errorCount > 0 && <LineErrors errors={errors} count={errorCount} csv={csv} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" onClick={() => go(`/account-mgmt/${tenantId}?tab=users`)}>
          {t('bulk.result.show')}
        </Button>
        <Button onClick={onAgain}>{t('bulk.result.again')}</Button>
      </Box>
    </Box>
  );
}
