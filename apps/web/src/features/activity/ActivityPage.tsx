import { IconButton, Tooltip } from '@mui/material';
import { type ActivityEntry, activityOutcomes } from '@stellwerk/contract/activity';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Page } from '../../ui/page/Page.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn, TableFilter } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { useActivity, useActivityExport } from './activity.queries.ts';

/** Known calls have a name; others show themselves. */
function useActionName(): (entry: ActivityEntry) => string {
  const { t } = useTranslation('activity');
  return ({ action }) => t(`action.${action}`, { defaultValue: action, nsSeparator: false });
}

function useColumns(): TableColumn<ActivityEntry>[] {
  const { t } = useTranslation('activity');
  const actionName = useActionName();
  return useMemo(
    () => [
      {
        id: 'action',
        title: t('column.action'),
        grow: 2,
        width: 28,
        card: 'title',
        render: (entry) => <TitleCell title={actionName(entry)} detail={entry.action} />,
      },
      {
        id: 'outcome',
        title: t('column.outcome'),
        width: 20,
        card: 'status',
        render: ({ outcome }) => (
          <StatusChip status={outcome === 'done' ? 'ok' : 'warning'} label={t(`outcome.${outcome}`)} />
        ),
      },
      {
        id: 'user',
        title: t('column.user'),
        grow: 1,
        width: 24,
        render: ({ user }) => (user ? <TitleCell title={user.name} detail={user.email} /> : t('nobody')),
      },
      { id: 'account', title: t('column.account'), width: 20, render: ({ account }) => account?.name ?? '—' },
      {
        id: 'objects',
        title: t('column.objects'),
        width: 20,
        render: ({ objects }) => objects.map(({ noun, id }) => `${t(`noun.${noun}`)} ${id}`).join(', ') || '—',
      },
      { id: 'address', title: t('column.address'), width: 16, render: ({ address }) => address },
      { id: 'code', title: t('column.code'), width: 28, optional: true, render: ({ code }) => code ?? '—' },
      { id: 'at', title: t('column.at'), width: 16, render: ({ at }) => <Age at={at} /> },
    ],
    [t, actionName],
  );
}

function useFilters(): TableFilter[] {
  const { t } = useTranslation('activity');
  return useMemo(
    () => [
      {
        id: 'outcome',
        label: t('column.outcome'),
        single: true,
        options: activityOutcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
      },
    ],
    [t],
  );
}

/** Who did what, in the accounts that the reader manages. */
export function ActivityPage() {
  const { t } = useTranslation('activity');
  const table = useTableState({ name: 'activity', filters: useFilters() });
  const exportFile = useActivityExport();

  function download(): void {
    exportFile.mutate(table.query, { onError: (error) => showToast({ message: error.message, status: 'error' }) });
  }

  return (
    <Page id="activity" title={t('title')} description={t('description')}>
      <DataTable
        label={t('title')}
        table={table}
        source={useActivity}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLabel={({ action }) => action}
        searchPlaceholder={t('search')}
        tools={
          <Tooltip title={t('export')}>
            <IconButton aria-label={t('export')} onClick={download} loading={exportFile.isPending}>
              <Download size={18} />
            </IconButton>
          </Tooltip>
        }
        empty={<EmptyState title={t('empty.title')} description={t('empty.description')} />}
      />
    </Page>
  );
}
