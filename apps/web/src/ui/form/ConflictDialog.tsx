import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export type ConflictResolution = 'reload' | 'overwrite' | 'cancel';

interface ConflictDialogProps {
  open: boolean;
  title: string;
  text: string;
  onAnswer: (answer: ConflictResolution) => void;
}

/** Another user has saved the edited object since it was loaded. */
export function ConflictDialog({ open, title, text, onAnswer }: ConflictDialogProps) {
  const { t } = useTranslation('ui');
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
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary">{text}</Typography>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={() => onAnswer('cancel')} autoFocus>
          {t('cancel')}
        </Button>
        <Button onClick={() => onAnswer('reload')}>{t('conflict.reload')}</Button>
        <Button variant="contained" color="error" onClick={() => onAnswer('overwrite')}>
          {t('conflict.overwrite')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
