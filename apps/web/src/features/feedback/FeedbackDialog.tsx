import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { feedbackFields, feedbackKinds, feedbackLimits } from '@stellwerk/contract/feedback';
import { Bug, Heart, Lightbulb, ThumbsDown } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFormats } from '../../lib/formats.ts';
import { useSession } from '../../lib/session.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useField } from '../../ui/form/form-context.ts';
import { SwitchInput } from '../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useSendFeedback } from './feedback.queries.ts';

const icons = { like: Heart, dislike: ThumbsDown, bug: Bug, suggestion: Lightbulb };

/** Praise needs no title; everything else does. */
const schema = feedbackFields
  .pick({ kind: true, content: true })
  .extend({
    subject: z.string().trim().max(feedbackLimits.title),
    wantsAnswer: z.boolean(),
    contact: z.string(),
  })
  .superRefine(({ kind, subject, wantsAnswer, contact }, context) => {
    const refuse = (path: string, code: 'too_small' | 'email') =>
      context.addIssue(
        code === 'email'
          ? { code: 'invalid_format', format: 'email', path: [path], input: contact }
          : { code: 'too_small', origin: 'string', minimum: 1, inclusive: true, path: [path], input: subject },
      );
    if (kind !== 'like' && subject === '') refuse('subject', 'too_small');
    if (wantsAnswer && !z.email().safeParse(contact).success) refuse('contact', 'email');
  });

function KindInput() {
  const { t } = useTranslation('feedback');
  const field = useField('kind');
  return (
    <ToggleButtonGroup
      exclusive
      value={field.value}
      onChange={(_, kind: unknown) => kind && field.setValue(kind)}
      aria-label={t('field.kind')}
      disabled={field.disabled}
      sx={{ flexWrap: 'wrap' }}
    >
      {feedbackKinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <ToggleButton key={kind} value={kind} sx={{ gap: 1 }}>
            <Icon aria-hidden size="1rem" />
            {t(`kind.${kind}`)}
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}

function TextFields() {
  const { t } = useTranslation('feedback');
  const [kind, subject, wantsAnswer] = useWatch({ name: ['kind', 'subject', 'wantsAnswer'] });
  const length = typeof subject === 'string' ? subject.length : 0;
  return (
    <>
      {kind !== 'like' && (
        <TextInput
          name="subject"
          label={t('field.title')}
          maxLength={feedbackLimits.title}
          help={t('count', { length, max: feedbackLimits.title })}
          required
        />
      )}
      <TextInput name="content" label={t(`text.${kind}`)} rows={5} maxLength={feedbackLimits.content} required />
      <SwitchInput name="wantsAnswer" label={t('field.wantsAnswer')} />
      {wantsAnswer === true && <TextInput name="contact" label={t('field.contact')} type="email" required />}
    </>
  );
}

/** Praise, criticism, a bug or a suggestion, with images. */
export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('feedback');
  const formats = useFormats();
  const session = useSession();
  const send = useSendFeedback();
  const [files, setFiles] = useState<File[]>([]);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const tooMany = files.length > feedbackLimits.files ? t('tooMany', { max: feedbackLimits.files }) : undefined;
  const tooLarge =
    total >= feedbackLimits.totalBytes ? t('tooLarge', { limit: formats.bytes(feedbackLimits.totalBytes) }) : undefined;
  const complaint = tooMany ?? tooLarge;
  return (
    <FormDialog
      open
      title={t('title')}
      description={t('description')}
      submitLabel={t('send')}
      maxWidth="md"
      schema={schema}
      defaultValues={{
        kind: 'like',
        subject: '',
        content: '',
        wantsAnswer: false,
        contact: session?.user?.email ?? '',
      }}
      onClose={onClose}
      onSubmit={async ({ wantsAnswer, contact, ...texts }) => {
        if (complaint) throw new Error(complaint);
        await send.mutateAsync({ ...texts, contact: wantsAnswer ? contact : '', files });
        showToast({ message: t('sent') });
      }}
    >
      <KindInput />
      <TextFields />
      <FileDrop
        label={t('field.files')}
        files={files}
        onChange={setFiles}
        multiple
        accept={['.jpg', '.jpeg', '.png']}
        maxSizeBytes={feedbackLimits.totalBytes}
        {...(complaint ? { error: complaint } : {})}
      />
    </FormDialog>
  );
}
