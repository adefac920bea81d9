import { Box, Typography } from '@mui/material';
import { type AlarmRow, type alarmComment, commentAlarm } from '@stellwerk/contract/alarm';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Form } from '../../../ui/form/Form.tsx';
import { FormActions } from '../../../ui/form/FormActions.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useAlarmActions } from '../alarm.queries.ts';

type Comment = z.output<typeof alarmComment>;

function CommentEntry({ comment: { author, createdAt, message } }: { comment: Comment }) {
  const { t } = useTranslation('alarms');
  return (
    <Box component="li" sx={{ py: 1.5, borderBottom: 1, borderColor: 'border.main' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {author ?? t('comment.nobody')}
        </Typography>
        <Typography component="span" variant="caption">
          <Age at={createdAt} />
        </Typography>
      </Box>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{message}</Typography>
    </Box>
  );
}

interface CommentsProps {
  alarm: Pick<AlarmRow, 'id' | 'abilities'> & { comments: readonly Comment[] };
}

/** The comments of an alarm, oldest first, and a form to add one. */
export function Comments({ alarm: { id, comments, abilities } }: CommentsProps) {
  const { t } = useTranslation('alarms');
  const { comment } = useAlarmActions();
  // A new key after sending mounts an empty form.
  const [sent, setSent] = useState(0);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {comments.length === 0 ? (
        <Typography color="textSecondary">{t('comment.none')}</Typography>
      ) : (
        <Box component="ul" aria-label={t('view.comments')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {comments
            .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
            .map((each) => (
              <CommentEntry key={each.id} comment={each} />
            ))}
        </Box>
      )}
      {abilities.comment && (
        <Form
          key={sent}
          guarded={false}
          schema={commentAlarm.body}
          defaultValues={{ message: '' }}
          onSubmit={async ({ message }) => {
            await comment({ id, message });
            setSent(sent + 1);
          }}
        >
          <TextInput name="message" label={t('comment.field')} rows={3} maxLength={2_000} required />
          <FormActions submitLabel={t('comment.action')} />
        </Form>
      )}
    </Box>
  );
}
