import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../form/TextField.tsx';
import { failureOf } from './failure.ts';

export interface ConfirmDialogProps {
  open: boolean;
  /** The question, with the object's name. */
  title: string;
  /** The effect of the action. */
  description?: ReactNode;
  /** Objects that are deleted together with this one. */
  consequences?: readonly string[];
  /** A verb, such as "Delete". */
  confirmLabel: string;
  /** For costly mistakes: this name has to be typed first. */
  typeToConfirm?: string | undefined;
  danger?: boolean;
  /** The dialog waits for its promise; if it rejects, the dialog stays open and shows the reason. */
  onConfirm: () => unknown;
  onClose: () => void;
}

type Progress = { status: 'idle' } | { status: 'busy' } | { status: 'failed'; error: unknown };

function ConfirmContent(props: ConfirmDialogProps & { titleId: string }) {
  const {
    titleId,
    title,
    description,
    consequences = [],
    confirmLabel,
    typeToConfirm,
    danger = true,
    onConfirm,
    onClose,
  } = props;
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');
  const [progress, setProgress] = useState<Progress>({ status: 'idle' });
  const busy = progress.status === 'busy';
  const ready = typeToConfirm === undefined || typed.trim() === typeToConfirm;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // In React's tree the dialog may be inside a form of the page, which must not be submitted.
    event.stopPropagation();
    if (!ready || busy) return;
    setProgress({ status: 'busy' });
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProgress({ status: 'failed', error });
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
        {description && (
          <Typography component="div" color="textSecondary">
            {description}
          </Typography>
        )}
        {consequences.length > 0 && (
          <Box>
            <Typography>{t('confirm.consequences')}</Typography>
            <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, color: 'text.secondary', typography: 'body1' }}>
              {consequences.map((consequence) => (
                <li key={consequence}>{consequence}</li>
              ))}
            </Box>
          </Box>
        )}
        {typeToConfirm !== undefined && (
          <TextField
            label={t('confirm.typeName', { name: typeToConfirm })}
            value={typed}
            onChange={setTyped}
            disabled={busy}
            autoFocus
          />
        )}
        {progress.status === 'failed' && (
          <Alert severity="error">{failureOf(progress.error).message ?? t('error.unexpected')}</Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy} autoFocus={typeToConfirm === undefined}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} disabled={!ready} loading={busy}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Asks for confirmation before something is destroyed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const titleId = useId();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <ConfirmContent {...props} titleId={titleId} />
    </Dialog>
  );
}
