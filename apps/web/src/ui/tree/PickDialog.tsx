import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface PickDialogProps<T> {
  title: string;
  chooseLabel: string;
  onChoose: (picked: T) => void;
  onClose: () => void;
  /** The tree; it gets the picked node and reports another one. */
  children: (picked: T | undefined, pick: (next: T | undefined) => void) => ReactNode;
}

/** A search, a tree of the usual height and a line below it, in spacing units. */
const contentHeight = 53;

/** Chooses one object out of a tree. */
export function PickDialog<T>({ title, chooseLabel, onChoose, onClose, children }: PickDialogProps<T>) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [picked, setPicked] = useState<T>();
  const choose = () => {
    if (picked === undefined) return;
    onClose();
    onChoose(picked);
  };
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {/* A fixed height: buttons that move while they are pressed lose the click. */}
      <DialogContent sx={{ height: (theme) => theme.spacing(contentHeight) }}>
        {children(picked, (next) => setPicked(() => next))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="contained" disabled={picked === undefined} onClick={choose}>
          {chooseLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
