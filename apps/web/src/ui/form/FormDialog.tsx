import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography, useMediaQuery } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { Form, type FormProps, type FormSchema } from './Form.tsx';

export interface FormDialogProps<S extends FormSchema>
  extends Pick<FormProps<S>, 'schema' | 'defaultValues' | 'onSubmit' | 'issueText'> {
  open: boolean;
  title: string;
  description?: ReactNode;
  submitLabel?: string;
  /** After success, and on cancel. */
  onClose: () => void;
  children: ReactNode;
  maxWidth?: 'xs' | 'sm' | 'md';
  /** As large as the window, for editors with parts that scroll by themselves; Ctrl-Enter or Cmd-Enter saves. */
  large?: boolean;
}

/** A short form in a dialog; fills the screen of a phone. */
export function FormDialog<S extends FormSchema>(props: FormDialogProps<S>) {
  const { open, title, description, submitLabel, onClose, onSubmit, children, maxWidth = 'sm', large = false } = props;
  const { t } = useTranslation('ui');
  const formId = useId();
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const unsaved = useRef(false);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  const close = () => {
    if (busy) return;
    if (unsaved.current) setAsking(true);
    else onClose();
  };

  const saveByKey = (event: KeyboardEvent) => {
    if (!large || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  };

  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        fullScreen={isPhone}
        fullWidth
        maxWidth={large ? 'xl' : maxWidth}
        onKeyDown={saveByKey}
        aria-labelledby={titleId}
        slotProps={{
          paper: { sx: { ...(isPhone ? { border: 0, borderRadius: 0 } : {}), ...(large ? { height: 1 } : {}) } },
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent
          sx={{
            display: 'flex',
            flexDirection: 'column',
            gap: 2,
            ...(large ? { overflow: 'hidden', '& > form': { flex: 1, minHeight: 0 } } : {}),
          }}
        >
          {description && <Typography color="textSecondary">{description}</Typography>}
          <Form
            id={formId}
            schema={props.schema}
            defaultValues={props.defaultValues}
            unsaved={unsaved}
            onBusyChange={setBusy}
            {...(props.issueText ? { issueText: props.issueText } : {})}
            onSubmit={async (values) => {
              await onSubmit(values);
              onClose();
            }}
          >
            {children}
          </Form>
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="contained" loading={busy}>
            {submitLabel ?? t('save')}
          </Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        open={asking}
        title={t('form.leaveTitle')}
        description={t('form.leaveDescription')}
        confirmLabel={t('form.discard')}
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
