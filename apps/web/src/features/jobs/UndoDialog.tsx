import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { Job } from '@stellwerk/contract/job';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';

interface UndoDialogProps {
  job: Job;
  onUndo: () => unknown;
  onClose: () => void;
}

/** How the effect of this kind of job is undone, and until when another job can do it. */
function Explanation({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  const { way, until, jobId } = job.undo;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography color="textSecondary">{t(`undo.how.${job.type}`, { defaultValue: t(`undo.way.${way}`) })}</Typography>
      {until && <Typography color="textSecondary">{t('undo.until', { time: formats.dateTime(until) })}</Typography>}
      {jobId !== null && <Typography color="textSecondary">{t('undo.byJob', { id: jobId })}</Typography>}
    </Box>
  );
}

/** Confirms the undoing of a job; for jobs that no other job can undo, it explains why or how. */
export function UndoDialog({ job, onUndo, onClose }: UndoDialogProps) {
  const { t } = useTranslation('jobs');
  const titleId = useId();
  if (job.abilities.undo)
    return (
      <ConfirmDialog
        open
        title={t('undo.question', { title: job.title })}
        description={<Explanation job={job} />}
        confirmLabel={t('action.undo')}
        onConfirm={onUndo}
        onClose={onClose}
      />
    );
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {t('undo.title', { title: job.title })}
      </DialogTitle>
      <DialogContent>
        <Explanation job={job} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('errors.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
