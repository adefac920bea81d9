import { Box, Button, Typography } from '@mui/material';
import type { DeadLetter, Flow } from '@stellwerk/contract/flow';
import { flowEvent } from '@stellwerk/contract/flow-event';
import { Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFormats } from '../../../lib/formats.ts';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { useField } from '../../../ui/form/form-context.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { useDeadLetters, useFlowActions } from '../flow.queries.ts';

const pageSize = 20;

const eventOf = (text: string) => {
  try {
    return flowEvent.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
const editedEvent = z.object({ text: z.string().refine((text) => eventOf(text) !== undefined) });

function EventInput() {
  const { t } = useTranslation('flows');
  const { value, setValue, error } = useField('text');
  return (
    <CodeEditor
      label={t('inbox.event')}
      language="json"
      rows={18}
      value={String(value)}
      onChange={setValue}
      {...(error ? { error: t('inbox.noEvent') } : {})}
    />
  );
}

function EditDialog({ flowId, letter, onClose }: { flowId: number; letter: DeadLetter; onClose: () => void }) {
  const { t } = useTranslation('flows');
  const { resend } = useFlowActions();
  return (
    <FormDialog
      open
      maxWidth="md"
      title={t('inbox.edit')}
      description={t('inbox.editHint')}
      submitLabel={t('inbox.resend')}
      schema={editedEvent}
      defaultValues={{ text: JSON.stringify(letter.event, null, 2) }}
      onSubmit={async ({ text }) => {
        const event = eventOf(text);
        if (!event) return;
        await resend({ id: flowId, body: { letters: [letter.id], event } });
        showToast({ message: t('inbox.resent', { count: 1, shown: 1 }) });
      }}
      onClose={onClose}
    >
      <EventInput />
    </FormDialog>
  );
}

interface LetterProps {
  letter: DeadLetter;
  onEdit: () => void;
  onResend: () => void;
  onDelete: () => void;
}

function Letter({ letter, onEdit, onResend, onDelete }: LetterProps) {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  const { at, step, connectorName, failure, event } = letter;
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5, py: 1.5, borderBottom: 1, borderColor: 'border.main' }}>
      <Typography variant="body2" color="error">
        {failure.message}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {[formats.dateTime(at), t('inbox.step', { number: step + 1 }), connectorName].filter(Boolean).join(' · ')}
      </Typography>
      <Box sx={{ fontFamily: monospaceFamily, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
        {JSON.stringify(event).slice(0, 300)}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" startIcon={<Send aria-hidden size={16} />} onClick={onResend}>
          {t('inbox.resend')}
        </Button>
        <Button size="small" startIcon={<Pencil aria-hidden size={16} />} onClick={onEdit}>
          {t('inbox.edit')}
        </Button>
        <Button size="small" color="error" startIcon={<Trash2 aria-hidden size={16} />} onClick={onDelete}>
          {t('action.delete')}
        </Button>
      </Box>
    </Box>
  );
}

/** Messages that the flow could not process or send. */
export function InboxTab({ flow }: { flow: Flow }) {
  const { t } = useTranslation(['flows', 'ui']);
  const formats = useFormats();
  const [limit, setLimit] = useState(pageSize);
  const { data, error, refetch } = useDeadLetters(flow.id, 0, Math.min(limit, 100));
  const { resend, removeLetters } = useFlowActions();
  const [edited, edit] = useState<DeadLetter>();
  const [deleted, setDeleted] = useState<number[]>();
  const ids = data?.data.map(({ id }) => id) ?? [];

  async function resendAll(letters: number[]) {
    try {
      await resend({ id: flow.id, body: { letters } });
      showToast({ message: t('inbox.resent', { count: letters.length, shown: formats.number(letters.length) }) });
    } catch (failure) {
      showToast({ message: failureOf(failure).message ?? t('ui:error.unexpected'), status: 'error' });
    }
  }

  return (
    <Card title={t('flow.tab.inbox')}>
      {error && <ErrorState error={error} compact onRetry={() => void refetch()} />}
      {!error && !data && <Skeletons shape="block" height={12} />}
      {data?.total === 0 && <Typography color="textSecondary">{t('inbox.empty')}</Typography>}
      {data && data.total > 0 && (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Typography sx={{ flex: 1 }}>
              {t('inbox.count', { count: data.total, shown: formats.number(data.total) })}
            </Typography>
            <Button variant="outlined" onClick={() => void resendAll(ids)}>
              {t('inbox.resendShown')}
            </Button>
            <Button color="error" onClick={() => setDeleted(ids)}>
              {t('inbox.deleteShown')}
            </Button>
          </Box>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.data.map((letter) => (
              <Letter
                key={letter.id}
                letter={letter}
                onEdit={() => edit(letter)}
                onResend={() => void resendAll([letter.id])}
                onDelete={() => setDeleted([letter.id])}
              />
            ))}
          </Box>
          {data.total > data.data.length && limit < 100 && (
            <Button onClick={() => setLimit(limit + pageSize)}>{t('inbox.more')}</Button>
          )}
        </>
      )}
      {edited && <EditDialog flowId={flow.id} letter={edited} onClose={() => edit(undefined)} />}
      {deleted && (
        <ConfirmDialog
          open
          title={t('inbox.deleteTitle')}
          description={t('inbox.deleteText', { count: deleted.length, shown: formats.number(deleted.length) })}
          confirmLabel={t('action.delete')}
          onConfirm={() => removeLetters({ id: flow.id, letters: deleted })}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Card>
  );
}
