import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type AlarmRow, resolveAlarms } from '@stellwerk/contract/alarm';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { knownRows, useAlarmActions } from '../alarm.queries.ts';
import { type LeftOut, resolvable } from './resolvable.ts';

interface ResolveDialogProps {
  ids: number[];
  /** Rows if they are not those of the list. */
  rows?: readonly AlarmRow[];
  /** Clears the selection. */
  clear?: () => void;
  onClose: () => void;
}

const schema = resolveAlarms.body.pick({ message: true });

/** The selected alarms that stay open, with reasons. */
function LeftOutNotice({ leftOut }: { leftOut: LeftOut }) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const reasons = Object.entries(leftOut).filter(([, count]) => count > 0);
  if (reasons.length === 0) return null;
  return (
    <Alert severity="info">
      {reasons.map(([reason, count]) => (
        <div key={reason}>{t(`resolve.leftOut.${reason}`, { count, number: formats.number(count) })}</div>
      ))}
    </Alert>
  );
}

function NothingToResolve({ leftOut, onClose }: { leftOut: LeftOut; onClose: () => void }) {
  const { t } = useTranslation('alarms');
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('resolve.nothing')}</DialogTitle>
      <DialogContent>
        <LeftOutNotice leftOut={leftOut} />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t('resolve.understood')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Resolves alarms of rules; others are listed and skipped. */
export function ResolveDialog({ ids, rows, clear, onClose }: ResolveDialogProps) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const queries = useQueryClient();
  const { resolve } = useAlarmActions();
  // The alarms when the dialog was opened: later changes of the list must not change the dialog.
  const [{ resolvableIds, leftOut }] = useState(() => resolvable(rows ?? knownRows(queries, ids)));
  if (resolvableIds.length === 0) return <NothingToResolve leftOut={leftOut} onClose={onClose} />;
  const count = { count: resolvableIds.length, number: formats.number(resolvableIds.length) };
  return (
    <FormDialog
      open
      title={t('resolve.title', count)}
      description={t('resolve.description')}
      submitLabel={t('resolve.action')}
      schema={schema}
      defaultValues={{}}
      onClose={onClose}
      onSubmit={async ({ message }) => {
        const { resolved } = await resolve({ ids: resolvableIds, message });
        showToast({ message: t('resolve.done', { count: resolved, number: formats.number(resolved) }) });
        clear?.();
      }}
    >
      <LeftOutNotice leftOut={leftOut} />
      <TextInput
        name="message"
        label={t('resolve.field')}
        help={t('resolve.fieldHelp')}
        rows={3}
        maxLength={2_000}
        emptyAs="absent"
        autoFocus
      />
    </FormDialog>
  );
}
