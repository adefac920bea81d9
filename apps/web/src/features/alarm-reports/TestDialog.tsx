import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { AlarmReport } from '@stellwerk/contract/alarm-report';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { valuesOf } from './report-values.ts';
import { TestButtons } from './wizard/TestButtons.tsx';

/** Executes the actions of a stored report one by one. */
export function TestDialog({ report, onClose }: { report: AlarmReport; onClose: () => void }) {
  const { t } = useTranslation('alarm-reports');
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('test.of', { name: report.name })}</DialogTitle>
      <DialogContent>
        <TestButtons report={valuesOf(report)} id={report.id} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
