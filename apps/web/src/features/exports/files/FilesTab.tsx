import { Box, LinearProgress, Typography } from '@mui/material';
import type { DataExport } from '@stellwerk/contract/data-export';
import { Ban, Download, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import type { PageAction } from '../../../ui/page/actions.ts';
import { type Status, StatusChip } from '../../../ui/status/StatusChip.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../../ui/table/types.ts';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { downloadFile, useExportedFiles, useFileActions, useLiveFiles } from '../export.queries.ts';

const statuses: Record<DataExport['job']['state'], Status> = {
  created: 'unknown',
  inprogress: 'info',
  postprocessing: 'info',
  done: 'ok',
  error: 'error',
  canceled: 'unknown',
  deleted: 'unknown',
};

function FileState({ file }: { file: DataExport }) {
  const { t } = useTranslation('exports');
  const { state, progress, errors } = file.job;
  const isPartial = state === 'done' && errors.length > 0;
  return (
    <Box sx={{ minWidth: 0, width: 1 }}>
      <StatusChip
        status={isPartial ? 'warning' : statuses[state]}
        label={t(isPartial ? 'state.partial' : `state.${state}`)}
      />
      {state === 'inprogress' && (
        <LinearProgress
          variant="determinate"
          value={progress.done}
          aria-label={t('progress.label', { title: file.name })}
          sx={{ mt: 0.5 }}
        />
      )}
      {errors.map((message) => (
        <Typography key={message} variant="caption" component="div" color="textSecondary">
          {message}
        </Typography>
      ))}
    </Box>
  );
}

type Question = { kind: 'delete' | 'cancel'; file: DataExport };

function FileMenu({ file, onAsk }: { file: DataExport; onAsk: (question: Question) => void }) {
  const { t } = useTranslation('exports');
  const isOpen = ['created', 'inprogress', 'postprocessing'].includes(file.job.state);
  const actions: PageAction[] = [
    ...(file.file ? [{ label: t('action.download'), icon: Download, onClick: () => downloadFile(file.id) }] : []),
    ...(file.job.cancellable
      ? [{ label: t('action.cancel'), icon: Ban, onClick: () => onAsk({ kind: 'cancel', file }) }]
      : []),
    ...(file.deletable && !isOpen
      ? [{ label: t('action.delete'), icon: Trash2, danger: true, onClick: () => onAsk({ kind: 'delete', file }) }]
      : []),
  ];
  if (actions.length === 0) return '—';
  return <ActionMenu plain actions={actions} label={t('action.menu', { name: file.name })} />;
}

function useColumns(onAsk: (question: Question) => void): TableColumn<DataExport>[] {
  const { t } = useTranslation('exports');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('column.name'),
        grow: 2,
        width: 28,
        card: 'title',
        render: ({ name, file, format }) => <TitleCell title={name} detail={file?.name ?? format.toUpperCase()} />,
      },
      { id: 'state', title: t('column.state'), width: 26, grow: 1, render: (file) => <FileState file={file} /> },
      {
        id: 'rows',
        title: t('column.rows'),
        width: 14,
        align: 'right',
        render: ({ file }) => (file ? formats.number(file.rowCount) : '—'),
      },
      {
        id: 'size',
        title: t('column.size'),
        width: 14,
        align: 'right',
        render: ({ file }) => (file ? formats.bytes(file.sizeBytes) : '—'),
      },
      {
        id: 'mail',
        title: t('column.mail'),
        width: 18,
        render: ({ mail }) => (mail ? t(`delivery.${mail.state}`) : '—'),
      },
      {
        id: 'forward',
        title: t('column.forward'),
        width: 18,
        optional: true,
        render: ({ forward }) => (forward ? t(`delivery.${forward.state}`) : '—'),
      },
      { id: 'createdAt', title: t('column.createdAt'), width: 18, render: ({ createdAt }) => <Age at={createdAt} /> },
      {
        id: 'keptUntil',
        title: t('column.keptUntil'),
        width: 18,
        optional: true,
        render: ({ keptUntil }) => formats.date(keptUntil),
      },
      {
        id: 'createdBy',
        title: t('column.createdBy'),
        width: 20,
        optional: true,
        render: ({ createdBy }) => createdBy?.name ?? '—',
      },
      {
        id: 'actions',
        title: t('column.actions'),
        width: 10,
        align: 'right',
        card: 'menu',
        render: (file) => <FileMenu file={file} onAsk={onAsk} />,
      },
    ],
    [t, formats, onAsk],
  );
}

/** All files of the last six months that the user may see. */
export function FilesTab() {
  const { t } = useTranslation('exports');
  const table = useTableState({ name: 'exports' });
  const [question, setQuestion] = useState<Question>();
  const { remove, cancel } = useFileActions();
  useLiveFiles();
  return (
    <>
      <DataTable
        label={t('files.title')}
        table={table}
        source={useExportedFiles}
        columns={useColumns(setQuestion)}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        searchPlaceholder={t('files.search')}
        empty={<EmptyState title={t('files.empty.title')} description={t('files.empty.description')} />}
      />
      {question && (
        <ConfirmDialog
          open
          title={t(`${question.kind}.question`, { name: question.file.name })}
          description={t(`${question.kind}.description`)}
          confirmLabel={t(`action.${question.kind}`)}
          onConfirm={async () => {
            await (question.kind === 'delete' ? remove(question.file.id) : cancel(question.file.job.id));
            setQuestion(undefined);
          }}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}
