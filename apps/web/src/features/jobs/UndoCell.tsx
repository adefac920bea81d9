import type { Job } from '@stellwerk/contract/job';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';

/** Whether, how and until when the effect of a job can be undone, in a few words. */
export function UndoCell({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  const { way, until, jobId } = job.undo;
  if (jobId !== null) return t('undo.short.undone', { id: jobId });
  if (way === 'byJob' && until)
    return t(job.abilities.undo ? 'undo.short.until' : 'undo.short.expired', { date: formats.date(until) });
  return t(`undo.short.${way}`);
}
