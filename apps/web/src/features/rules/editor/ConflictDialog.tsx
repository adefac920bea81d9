import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export type ConflictAnswer = 'reload' | 'overwrite' | 'cancel';

interface ConflictDialogProps {
  open: boolean;
  onAnswer: (answer: ConflictAnswer) => void;
}

/** Somebody else has saved the rule since it was loaded here. */
export function ConflictDialog({ open, onAnswer }: ConflictDialogProps) {
  const { t } = useTranslation(['rules', 'ui']);
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer('cancel')}
      role="alertdialog"
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId}>{t('conflict.title')}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary">{t('conflict.text')}</Typography>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={() => onAnswer('cancel')} autoFocus>
          {t('ui:cancel')}
        </Button>
        <Button onClick={() => onAnswer('reload')}>{t('conflict.reload')}</Button>
        <Button variant="contained" color="error" onClick={() => onAnswer('overwrite')}>
          {t('conflict.overwrite')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
