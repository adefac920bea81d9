import { Box, Button, Switch, Typography } from '@mui/material';
import type { AlarmReport } from '@stellwerk/contract/alarm-report';
import { Bell, Copy, FilePlus2, History, Pencil, Send, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { RunState, RunsDialog } from './RunsDialog.tsx';
import { useReportActions, useReports } from './report.queries.ts';
import { TestDialog } from './TestDialog.tsx';
import { useReportTexts } from './use-report-texts.ts';
import { ReportDialog } from './wizard/ReportDialog.tsx';

type Question = { kind: 'create' } | { kind: 'edit' | 'copy' | 'test' | 'runs' | 'delete'; report: AlarmReport };

function ActiveSwitch({ report: { id, name, active } }: { report: AlarmReport }) {
  const { t } = useTranslation(['alarm-reports', 'ui']);
  const { toggle } = useReportActions();
  return (
    <Switch
      checked={active}
      onChange={(_, next) =>
        void toggle({ id, active: next }).catch((error: unknown) =>
          showToast({ message: failureOf(error).message ?? t('ui:error.unexpected'), status: 'error' }),
        )
      }
      slotProps={{ input: { 'aria-label': t('active', { name }) } }}
    />
  );
}

function ReportMenu({ report, onAsk }: { report: AlarmReport; onAsk: (question: Question) => void }) {
  const { t } = useTranslation('alarm-reports');
  const ask = (kind: Exclude<Question['kind'], 'create'>) => () => onAsk({ kind, report });
  return (
    <ActionMenu
      plain
      label={t('menu', { name: report.name })}
      actions={[
        { label: t('action.edit'), icon: Pencil, onClick: ask('edit') },
        { label: t('action.test'), icon: Send, onClick: ask('test') },
        { label: t('action.runs'), icon: History, onClick: ask('runs') },
        { label: t('action.copy'), icon: Copy, onClick: ask('copy') },
        { label: t('action.delete'), icon: Trash2, danger: true, onClick: ask('delete') },
      ]}
    />
  );
}

/** Texts that would lose their end in one line. */
const Wrapped = ({ children }: { children: string }) => <Box sx={{ whiteSpace: 'normal' }}>{children}</Box>;

function useColumns(onAsk: (question: Question) => void): TableColumn<AlarmReport>[] {
  const { t } = useTranslation('alarm-reports');
  const texts = useReportTexts();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('field.name'),
        grow: 2,
        width: 28,
        sortable: true,
        card: 'title',
        render: ({ name, type, smartGroup }) => (
          <TitleCell title={name} detail={[t(`type.${type}.label`), smartGroup?.title].filter(Boolean).join(' · ')} />
        ),
      },
      { id: 'active', title: t('column.active'), width: 12, render: (row) => <ActiveSwitch report={row} /> },
      {
        id: 'times',
        title: t('column.times'),
        width: 28,
        grow: 1,
        render: (row) => <Wrapped>{texts.timesText(row)}</Wrapped>,
      },
      {
        id: 'recipients',
        title: t('mails.to'),
        width: 24,
        grow: 1,
        render: ({ actions }) => <Wrapped>{[...new Set(actions.flatMap(({ to }) => to))].join(', ')}</Wrapped>,
      },
      {
        id: 'nextRun',
        title: t('column.nextRun'),
        width: 22,
        sortable: true,
        render: ({ nextRuns: [next], zone }) => <Wrapped>{next ? texts.timeText(next, zone) : '—'}</Wrapped>,
      },
      {
        id: 'lastRun',
        title: t('column.lastRun'),
        width: 22,
        render: ({ lastRun }) =>
          lastRun ? (
            <Box>
              <RunState state={lastRun.state} />
              <Typography variant="caption" component="div" color="textSecondary">
                <Age at={lastRun.at} />
              </Typography>
            </Box>
          ) : (
            '—'
          ),
      },
      {
        id: 'owner',
        title: t('column.owner'),
        width: 20,
        optional: true,
        render: ({ owner }) => owner?.name ?? t('noOwner'),
      },
      { id: 'account', title: t('field.account'), width: 20, optional: true, render: ({ tenantName }) => tenantName },
      {
        id: 'actions',
        title: t('column.actions'),
        width: 10,
        align: 'right',
        card: 'menu',
        render: (row) => <ReportMenu report={row} onAsk={onAsk} />,
      },
    ],
    [t, texts, onAsk],
  );
}

function DeleteDialog({ report, onClose }: { report: AlarmReport; onClose: () => void }) {
  const { t } = useTranslation('alarm-reports');
  const { remove } = useReportActions();
  return (
    <ConfirmDialog
      open
      title={t('delete.question', { name: report.name })}
      description={t('delete.description')}
      confirmLabel={t('action.delete')}
      onConfirm={async () => {
        await remove(report.id);
        showToast({ message: t('delete.done', { name: report.name }) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Mails that summarise the alarms of an account regularly. */
export function ReportsPage() {
  const { t } = useTranslation('alarm-reports');
  const table = useTableState({ name: 'alarm-reports' });
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  const create = { label: t('create'), icon: FilePlus2, onClick: () => setQuestion({ kind: 'create' }) };
  return (
    <Page
      id="alarm-reports"
      title={t('title')}
      description={t('description')}
      primary={create}
      secondary={[{ label: t('action.log'), icon: Bell, to: '/alarm-logs', prominent: true }]}
    >
      <DataTable
        label={t('title')}
        table={table}
        source={useReports}
        columns={useColumns(setQuestion)}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        searchPlaceholder={t('search')}
        empty={
          <EmptyState
            title={t('empty.title')}
            description={t('empty.description')}
            action={<Button onClick={create.onClick}>{t('create')}</Button>}
          />
        }
      />
      {question?.kind === 'create' && <ReportDialog onClose={close} />}
      {question?.kind === 'edit' && <ReportDialog report={question.report} onClose={close} />}
      {question?.kind === 'copy' && <ReportDialog report={question.report} copies onClose={close} />}
      {question?.kind === 'test' && <TestDialog report={question.report} onClose={close} />}
      {question?.kind === 'runs' && <RunsDialog report={question.report} onClose={close} />}
      {question?.kind === 'delete' && <DeleteDialog report={question.report} onClose={close} />}
    </Page>
  );
}
