import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { Job } from '@stellwerk/contract/job';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { useJob } from './job.queries.ts';

function ErrorList({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  const place = ({ line, entityId }: Job['errors'][number]) => {
    if (line !== undefined) return t('errors.line', { line: formats.number(line) });
    return entityId === undefined ? undefined : t('errors.entity', { id: entityId });
  };
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {job.errors.map((error, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and the list only grows at its end
          <Box component="li" key={index} sx={{ py: 1, borderBottom: 1, borderColor: 'border.main' }}>
            {place(error) && (
              <Typography variant="caption" component="div" color="textSecondary">
                {place(error)}
              </Typography>
            )}
            {error.message}
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

/** What went wrong, item by item. */
export function JobErrorsDialog({ job, onClose }: { job: Job; onClose: () => void }) {
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
        <Button onClick={onClose}>{t('errors.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
