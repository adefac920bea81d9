import { commentAlarms } from '@stellwerk/contract/alarm';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { useAlarmActions } from '../alarm.queries.ts';

interface CommentDialogProps {
  ids: number[];
  /** Clears the selection. */
  clear: () => void;
  onClose: () => void;
}

const schema = commentAlarms.body.pick({ message: true });

/** The same comment for all selected alarms. */
export function CommentDialog({ ids, clear, onClose }: CommentDialogProps) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const { commentMany } = useAlarmActions();
  const count = { count: ids.length, number: formats.number(ids.length) };
  return (
    <FormDialog
      open
      title={t('comment.title', count)}
      submitLabel={t('comment.action')}
      schema={schema}
      defaultValues={{ message: '' }}
      onClose={onClose}
      onSubmit={async ({ message }) => {
        const { commented } = await commentMany({ ids, message });
        showToast({ message: t('comment.done', { count: commented, number: formats.number(commented) }) });
        clear();
      }}
    >
      <TextInput name="message" label={t('comment.field')} rows={4} maxLength={2_000} required autoFocus />
    </FormDialog>
  );
}
