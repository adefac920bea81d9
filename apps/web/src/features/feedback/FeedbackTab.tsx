import { Box, Link, Typography } from '@mui/material';
import { type Feedback, readFeedbackFile } from '@stellwerk/contract/feedback';
import { MessageSquare, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../lib/api.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import type { SettingsTabContext } from '../settings/index.ts';
import { useFeedback, useRemoveFeedback } from './feedback.queries.ts';

const chips = { sent: 'ok', queued: 'info', kept: 'unknown', failed: 'warning' } as const;

function Text({ feedback }: { feedback: Feedback }) {
  const { t } = useTranslation('feedback');
  return (
    <Box sx={{ py: 0.5, minWidth: 0, whiteSpace: 'normal' }}>
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{feedback.title}</Typography>
      <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {feedback.content}
      </Typography>
      {feedback.contact && (
        <Typography variant="body2" color="textSecondary">
          {t('contact', { contact: feedback.contact })}
        </Typography>
      )}
      {feedback.attachments.map(({ position, name }) => (
        <Link
          key={position}
          variant="body2"
          href={addressOf(readFeedbackFile, { params: { id: feedback.id, position } })}
          target="_blank"
          rel="noreferrer"
          sx={{ mr: 1.5 }}
        >
          {name}
        </Link>
      ))}
    </Box>
  );
}

/** What users of the account have sent, also while no mail could be sent. */
export function FeedbackTab({ account }: SettingsTabContext) {
  const { t } = useTranslation('feedback');
  const table = useTableState({ name: 'feedback', prefix: 'feedback' });
  const found = useFeedback(account.id, table.query);
  const remove = useRemoveFeedback();
  const [asked, ask] = useState<Feedback>();
  return (
    <>
      <DataTable
        label={t('list')}
        table={table}
        source={() => found}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        searchPlaceholder={t('search')}
        empty={<EmptyState icon={MessageSquare} title={t('empty.title')} description={t('empty.text')} />}
        columns={[
          {
            id: 'text',
            title: t('field.text'),
            grow: 3,
            width: 32,
            card: 'title',
            render: (feedback) => <Text feedback={feedback} />,
          },
          { id: 'kind', title: t('field.kind'), width: 14, render: ({ kind }) => t(`kind.${kind}`) },
          { id: 'user', title: t('field.user'), grow: 1, width: 20, render: ({ userName }) => userName },
          {
            id: 'createdAt',
            title: t('field.createdAt'),
            width: 16,
            render: ({ createdAt }) => <Age at={createdAt} />,
          },
          {
            id: 'state',
            title: t('field.state'),
            width: 16,
            card: 'status',
            render: ({ state }) => (
              <StatusChip status={chips[state]} label={t(`state.${state}`)} reason={t(`reason.${state}`)} />
            ),
          },
          {
            id: 'actions',
            title: t('actions'),
            width: 8,
            render: (feedback) => (
              <ActionMenu
                plain
                label={t('menu', { title: feedback.title })}
                actions={[{ label: t('delete.action'), icon: Trash2, danger: true, onClick: () => ask(feedback) }]}
              />
            ),
          },
        ]}
      />
      {asked && (
        <ConfirmDialog
          open
          title={t('delete.question', { title: asked.title })}
          confirmLabel={t('delete.action')}
          onConfirm={async () => {
            await remove(asked.id);
            showToast({ message: t('delete.done') });
          }}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}
