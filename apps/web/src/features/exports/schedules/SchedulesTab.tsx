import { Box, Dialog, DialogContent, DialogTitle, Switch, Typography } from '@mui/material';
import type { ExportSchedule } from '@stellwerk/contract/export-schedule';
import { CalendarClock, Copy, Pencil, Play, Trash2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import { type Status, StatusChip } from '../../../ui/status/StatusChip.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../../ui/table/types.ts';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { ExportProgress } from '../ExportProgress.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { useScheduleActions, useSchedules } from './schedule.queries.ts';
import { RunList } from './TimesStep.tsx';
import { useScheduleTexts } from './use-schedule-texts.ts';

type Question =
  | { kind: 'edit' | 'copy' | 'delete' | 'runs'; schedule: ExportSchedule }
  | { kind: 'running'; id: number; jobId: number };

const outcomes: Partial<Record<string, Status>> = {
  done: 'ok',
  error: 'error',
  canceled: 'unknown',
  deleted: 'unknown',
};

function LastRun({ schedule: { lastRun } }: { schedule: ExportSchedule }) {
  const { t } = useTranslation('exports');
  if (!lastRun) return '—';
  const isFailed = lastRun.mailState === 'failed' || lastRun.forwardState === 'failed';
  return (
    <Box>
      <StatusChip
        status={isFailed ? 'error' : (outcomes[lastRun.state] ?? 'info')}
        label={t(isFailed ? 'delivery.failed' : `state.${lastRun.state}`)}
      />
      <Typography variant="caption" component="div" color="textSecondary">
        <Age at={lastRun.at} />
      </Typography>
    </Box>
  );
}

function useRunNow(onStarted: (started: { id: number; jobId: number }) => void) {
  const { t } = useTranslation(['exports', 'ui']);
  const { run } = useScheduleActions();
  return async ({ id }: ExportSchedule) => {
    try {
      const started = await run(id);
      onStarted({ id: started.id, jobId: started.job.id });
    } catch (error) {
      showToast({ message: failureOf(error).message ?? t('ui:error.unexpected'), status: 'error' });
    }
  };
}

function ScheduleMenu({ schedule, onAsk }: { schedule: ExportSchedule; onAsk: (question: Question) => void }) {
  const { t } = useTranslation('exports');
  const runNow = useRunNow((started) => onAsk({ kind: 'running', ...started }));
  const { change } = schedule.abilities;
  const ask = (kind: 'edit' | 'copy' | 'delete' | 'runs') => () => onAsk({ kind, schedule });
  return (
    <ActionMenu
      plain
      label={t('action.menu', { name: schedule.name })}
      actions={[
        ...(change
          ? [
              { label: t('schedule.runNow'), icon: Play, onClick: () => void runNow(schedule) },
              { label: t('schedule.edit'), icon: Pencil, onClick: ask('edit') },
            ]
          : []),
        { label: t('schedule.copy'), icon: Copy, onClick: ask('copy') },
        ...(schedule.active ? [{ label: t('runs.action'), icon: CalendarClock, onClick: ask('runs') }] : []),
        ...(change ? [{ label: t('schedule.delete'), icon: Trash2, danger: true, onClick: ask('delete') }] : []),
      ]}
    />
  );
}

function ActiveSwitch({ schedule }: { schedule: ExportSchedule }) {
  const { t } = useTranslation(['exports', 'ui']);
  const { change } = useScheduleActions();
  return (
    <Switch
      checked={schedule.active}
      disabled={!schedule.abilities.change}
      onChange={(_, active) =>
        void change({ id: schedule.id, body: { active } }).catch((error: unknown) =>
          showToast({ message: failureOf(error).message ?? t('ui:error.unexpected'), status: 'error' }),
        )
      }
      slotProps={{ input: { 'aria-label': t('schedule.active', { name: schedule.name }) } }}
    />
  );
}

function useColumns(onAsk: (question: Question) => void): TableColumn<ExportSchedule>[] {
  const { t } = useTranslation('exports');
  const texts = useScheduleTexts();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('column.name'),
        grow: 2,
        width: 28,
        sortable: true,
        card: 'title',
        render: ({ name, owner }) => <TitleCell title={name} detail={owner?.name ?? t('schedule.noOwner')} />,
      },
      { id: 'active', title: t('column.active'), width: 12, render: (row) => <ActiveSwitch schedule={row} /> },
      {
        id: 'frequency',
        title: t('frequency.title'),
        width: 28,
        grow: 1,
        render: ({ frequency, timeRange }) => (
          <Box>
            {texts.frequencyText(frequency)}
            <Typography variant="caption" component="div" color="textSecondary">
              {t(`timeRange.${timeRange}`)}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'nextRun',
        title: t('column.nextRun'),
        width: 22,
        sortable: true,
        render: ({ nextRuns: [next], zone }) => (next ? texts.timeText(next, zone) : '—'),
      },
      { id: 'lastRun', title: t('column.lastRun'), width: 22, render: (row) => <LastRun schedule={row} /> },
      {
        id: 'account',
        title: t('field.account'),
        width: 20,
        optional: true,
        render: ({ tenantName }) => tenantName,
      },
      {
        id: 'actions',
        title: t('column.actions'),
        width: 10,
        align: 'right',
        card: 'menu',
        render: (row) => <ScheduleMenu schedule={row} onAsk={onAsk} />,
      },
    ],
    [t, texts, onAsk],
  );
}

function RunsDialog({ schedule, onClose }: { schedule: ExportSchedule; onClose: () => void }) {
  const { t } = useTranslation('exports');
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('runs.of', { name: schedule.name })}</DialogTitle>
      <DialogContent>
        <RunList runs={schedule.nextRuns} zone={schedule.zone} />
      </DialogContent>
    </Dialog>
  );
}

export function SchedulesTab() {
  const { t } = useTranslation('exports');
  const table = useTableState({ name: 'export-schedules' });
  const [question, setQuestion] = useState<Question>();
  const { remove } = useScheduleActions();
  const close = () => setQuestion(undefined);
  return (
    <>
      <DataTable
        label={t('schedule.title')}
        table={table}
        source={useSchedules}
        columns={useColumns(setQuestion)}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        searchPlaceholder={t('files.search')}
        empty={<EmptyState title={t('schedule.empty.title')} description={t('schedule.empty.description')} />}
      />
      {question?.kind === 'edit' && <ScheduleDialog schedule={question.schedule} onClose={close} />}
      {question?.kind === 'copy' && <ScheduleDialog schedule={question.schedule} copies onClose={close} />}
      {question?.kind === 'runs' && <RunsDialog schedule={question.schedule} onClose={close} />}
      {question?.kind === 'running' && <ExportProgress id={question.id} jobId={question.jobId} onClose={close} />}
      {question?.kind === 'delete' && (
        <ConfirmDialog
          open
          title={t('schedule.deleteQuestion', { name: question.schedule.name })}
          description={t('schedule.deleteDescription')}
          confirmLabel={t('schedule.delete')}
          onConfirm={async () => {
            await remove(question.schedule.id);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
