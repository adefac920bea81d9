import { type Job, jobStates } from '@stellwerk/contract/job';
import { Ban, ListX, RotateCcw, Trash2, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import type { PageAction } from '../../ui/page/actions.ts';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn, TableFilter } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { JobDefinitions } from './JobDefinitions.tsx';
import { JobErrorsDialog } from './JobErrorsDialog.tsx';
import { JobProgress, JobState } from './JobState.tsx';
import { useJobActions, useJobs, useJobTypes, useLiveJobs } from './job.queries.ts';
import { UndoCell } from './UndoCell.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import { useJobTypeName } from './use-job-type-name.ts';

interface Question {
  kind: 'cancel' | 'delete' | 'retry' | 'errors' | 'undo';
  job: Job;
}

const isEnded = ({ state }: Job) => state === 'done' || state === 'error' || state === 'canceled';

const newestFirst = { column: 'createdAt', descending: true };

function JobMenu({ job, onAsk }: { job: Job; onAsk: (question: Question) => void }) {
  const { t } = useTranslation('jobs');
  const actions: PageAction[] = [
    ...(job.errorCount > 0
      ? [{ label: t('action.errors'), icon: ListX, onClick: () => onAsk({ kind: 'errors', job }) }]
      : []),
    ...(job.abilities.retry
      ? [{ label: t('action.retry'), icon: RotateCcw, onClick: () => onAsk({ kind: 'retry', job }) }]
      : []),
    ...(isEnded(job) && job.undo.way !== 'needless'
      ? [
          {
            label: t(job.abilities.undo ? 'action.undo' : 'action.undoHow'),
            icon: Undo2,
            onClick: () => onAsk({ kind: 'undo' as const, job }),
          },
        ]
      : []),
    ...(job.abilities.cancel && !job.cancelRequested
      ? [{ label: t('action.cancel'), icon: Ban, onClick: () => onAsk({ kind: 'cancel', job }) }]
      : []),
    ...(job.abilities.delete
      ? [{ label: t('action.delete'), icon: Trash2, danger: true, onClick: () => onAsk({ kind: 'delete', job }) }]
      : []),
  ];
  if (actions.length === 0) return '—';
  return <ActionMenu plain actions={actions} label={t('action.menu', { title: job.title })} />;
}

function useColumns(onAsk: (question: Question) => void): TableColumn<Job>[] {
  const { t } = useTranslation('jobs');
  const typeName = useJobTypeName();
  return useMemo(
    () => [
      {
        id: 'title',
        title: t('column.title'),
        grow: 2,
        width: 28,
        sortable: true,
        card: 'title',
        render: (job) => <TitleCell title={job.title} detail={typeName(job.type)} />,
      },
      {
        id: 'state',
        title: t('column.state'),
        width: 20,
        sortable: true,
        card: 'status',
        render: (job) => <JobState job={job} />,
      },
      { id: 'progress', title: t('column.progress'), width: 14, render: (job) => <JobProgress job={job} /> },
      { id: 'user', title: t('column.user'), width: 18, grow: 1, render: (job) => job.user?.name ?? t('system') },
      {
        id: 'createdAt',
        title: t('column.createdAt'),
        width: 14,
        sortable: true,
        render: (job) => <Age at={job.createdAt} />,
      },
      {
        id: 'startedAt',
        title: t('column.startedAt'),
        width: 18,
        sortable: true,
        optional: true,
        render: (job) => (job.startedAt ? <Age at={job.startedAt} /> : '—'),
      },
      {
        id: 'finishedAt',
        title: t('column.finishedAt'),
        width: 14,
        sortable: true,
        render: (job) => (job.finishedAt ? <Age at={job.finishedAt} /> : '—'),
      },
      {
        id: 'undo',
        title: t('column.undo'),
        width: 16,
        render: (job) => (isEnded(job) ? <UndoCell job={job} /> : '—'),
      },
      {
        id: 'actions',
        title: t('column.actions'),
        width: 10,
        align: 'right',
        card: 'menu',
        render: (job) => <JobMenu job={job} onAsk={onAsk} />,
      },
    ],
    [t, typeName, onAsk],
  );
}

function useFilters(): TableFilter[] {
  const { t } = useTranslation('jobs');
  const typeName = useJobTypeName();
  const types = useJobTypes();
  return useMemo(
    () => [
      {
        id: 'type',
        label: t('column.type'),
        single: true,
        options: types.map((value) => ({ value, label: typeName(value) })),
      },
      {
        id: 'state',
        label: t('column.state'),
        single: true,
        options: jobStates.map((value) => ({ value, label: t(`state.${value}`) })),
      },
    ],
    [t, typeName, types],
  );
}

function JobTable() {
  const { t } = useTranslation('jobs');
  const [question, setQuestion] = useState<Question>();
  const { cancel, remove, retry, undo } = useJobActions();
  const columns = useColumns(setQuestion);
  const table = useTableState({ name: 'jobs', filters: useFilters(), sort: newestFirst });
  useLiveJobs();
  const close = () => setQuestion(undefined);

  async function confirm({ kind, job }: Question): Promise<void> {
    if (kind === 'cancel') await cancel(job.id);
    else if (kind === 'retry') await retry(job.id);
    else if (kind === 'undo') await undo(job.id);
    else await remove(job.id);
    showToast({ message: t(`${kind}.done`, { title: job.title }) });
  }

  return (
    <>
      <DataTable
        label={t('title')}
        table={table}
        source={useJobs}
        columns={columns}
        rowId={(job) => job.id}
        rowLabel={(job) => job.title}
        searchPlaceholder={t('search')}
        empty={<EmptyState title={t('empty.title')} description={t('empty.description')} />}
      />
      {question?.kind === 'errors' && (
        <JobErrorsDialog
          job={question.job}
          onClose={close}
          onRetry={() => setQuestion({ kind: 'retry', job: question.job })}
        />
      )}
      {question?.kind === 'undo' && <UndoDialog job={question.job} onUndo={() => confirm(question)} onClose={close} />}
      {question && question.kind !== 'errors' && question.kind !== 'undo' && (
        <ConfirmDialog
          open
          title={t(`${question.kind}.question`, { title: question.job.title })}
          description={t(`${question.kind}.description`)}
          confirmLabel={t(`action.${question.kind}`)}
          danger={question.kind !== 'retry'}
          onConfirm={() => confirm(question)}
          onClose={close}
        />
      )}
    </>
  );
}

/** Background jobs with their live progress, and the kinds of jobs for administrators. */
export function JobsPage() {
  const { t } = useTranslation('jobs');
  const seesDefinitions = useCan('all.manage');
  const frame = { id: 'jobs', title: t('title'), description: t('description') };
  if (!seesDefinitions)
    return (
      <Page {...frame}>
        <JobTable />
      </Page>
    );
  return (
    <Page
      {...frame}
      tabs={[
        { id: 'jobs', label: t('tab.jobs'), content: <JobTable /> },
        { id: 'definitions', label: t('definition.title'), content: <JobDefinitions /> },
      ]}
    />
  );
}
