import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { Job } from '@stellwerk/contract/job';
import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { withUniqueKeys } from '../../lib/unique-keys.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { useJob, useJobActions } from './job.queries.ts';
import { objectPath } from './object-path.ts';

type ItemError = Job['errors'][number];

/** The position of the item in a list, or its object. */
function Place({ job, error }: { job: Job; error: ItemError }) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  if (error.line !== undefined) return t('errors.line', { line: formats.number(error.line) });
  if (error.entityId === undefined) return null;
  const name = t('errors.entity', { id: error.entityId });
  const path = objectPath(job.type, error.entityId);
  return path ? <InternalLink to={path}>{name}</InternalLink> : name;
}

/** Retries one item; its result belongs to the new job, so the button works once. */
function RetryItem({ job, entityId }: { job: Job; entityId: number }) {
  const { t } = useTranslation(['jobs', 'ui']);
  const { retryItem } = useJobActions();
  const [progress, setProgress] = useState<'idle' | 'busy' | 'done'>('idle');
  async function run() {
    setProgress('busy');
    try {
      await retryItem({ id: job.id, entityId });
      setProgress('done');
      showToast({ message: t('retry.itemDone') });
    } catch (error) {
      setProgress('idle');
      showToast({ message: failureOf(error).message ?? t('ui:error.unexpected'), status: 'error' });
    }
  }
  return (
    <Button
      size="small"
      startIcon={<RotateCcw aria-hidden />}
      loading={progress === 'busy'}
      disabled={progress === 'done'}
      aria-label={t('retry.itemNamed', { id: entityId })}
      onClick={() => void run()}
    >
      {t('retry.item')}
    </Button>
  );
}

function ErrorList({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {withUniqueKeys(job.errors, (error) => JSON.stringify(error)).map(({ key, item: error }) => (
          <Box
            component="li"
            key={key}
            sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1, borderBottom: 1, borderColor: 'border.main' }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography variant="caption" component="div" color="textSecondary">
                <Place job={job} error={error} />
              </Typography>
              {error.message}
            </Box>
            {job.abilities.retry && error.entityId !== undefined && <RetryItem job={job} entityId={error.entityId} />}
          </Box>
        ))}
      </Box>
      {job.errorCount > job.errors.length && (
        <Typography color="textSecondary" sx={{ mt: 1.5 }}>
          {t('errors.more', { shown: formats.number(job.errors.length), total: formats.number(job.errorCount) })}
        </Typography>
      )}
    </>
  );
}

interface JobErrorsDialogProps {
  job: Job;
  onClose: () => void;
  /** Retries all failed items. */
  onRetry: () => void;
}

/** The errors of a job, item by item. */
export function JobErrorsDialog({ job, onClose, onRetry }: JobErrorsDialogProps) {
  const { t } = useTranslation('jobs');
  const titleId = useId();
  const found = useJob(job.id);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {t('errors.title', { title: job.title })}
      </DialogTitle>
      <DialogContent>
        {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {found.data && <ErrorList job={found.data} />}
        {found.isPending && <Skeletons shape="lines" />}
      </DialogContent>
      <DialogActions>
        {found.data?.abilities.retry && (
          <Button startIcon={<RotateCcw aria-hidden />} onClick={onRetry}>
            {t('errors.retryAll')}
          </Button>
        )}
        <Button onClick={onClose}>{t('errors.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
