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
import { TimeRange } from '../../ui/time/TimeRange.tsx';
import { relative } from '../../ui/time/time-range.ts';
import { useTimeRange } from '../../ui/time/use-time-range.ts';
import { Age } from '../../ui/value/Age.tsx';
import { useActivity, useActivityExport } from './activity.queries.ts';

const lastMonth = relative(30, 'd');

/** Known calls have a title; others show their path. */
function useActionName(): (entry: ActivityEntry) => string {
  const { t } = useTranslation('activity');
  return ({ action }) => t(`action.${action}`, { defaultValue: action, nsSeparator: false });
}

/** The acting user, and below the impersonated user, the API key or the address. */
function Who({ entry: { user, impersonator, apiKey } }: { entry: ActivityEntry }) {
  const { t } = useTranslation('activity');
  if (!user) return t('nobody');
  if (impersonator) return <TitleCell title={impersonator.name} detail={t('asWhom', { name: user.name })} />;
  const key = apiKey && (apiKey.title ?? String(apiKey.id));
  return <TitleCell title={user.name} detail={key === null ? user.email : t('byKey', { key })} />;
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
        width: 26,
        card: 'title',
        render: (entry) => <TitleCell title={actionName(entry)} detail={entry.action} />,
      },
      {
        id: 'outcome',
        title: t('column.outcome'),
        width: 18,
        card: 'status',
        render: ({ outcome }) => (
          <StatusChip status={outcome === 'done' ? 'ok' : 'warning'} label={t(`outcome.${outcome}`)} />
        ),
      },
      {
        id: 'user',
        title: t('column.user'),
        grow: 1,
        width: 22,
        render: (entry) => <Who entry={entry} />,
      },
      { id: 'account', title: t('column.account'), width: 16, render: ({ account }) => account?.name ?? '—' },
      {
        id: 'objects',
        title: t('column.objects'),
        grow: 1,
        width: 20,
        render: ({ objects }) => objects.map(({ noun, id }) => `${t(`noun.${noun}`)} ${id}`).join(', ') || '—',
      },
      { id: 'address', title: t('column.address'), width: 14, render: ({ address }) => address },
      { id: 'code', title: t('column.code'), width: 28, optional: true, render: ({ code }) => code ?? '—' },
      {
        id: 'sealed',
        title: t('column.sealed'),
        width: 16,
        optional: true,
        render: ({ sealed }) => t(sealed ? 'sealed.yes' : 'sealed.notYet'),
      },
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
      { id: 'user', label: t('column.user') },
      { id: 'account', label: t('column.account') },
      {
        id: 'noun',
        label: t('column.objects'),
        single: true,
        options: Object.entries(t('noun', { returnObjects: true }) as Record<string, string>).map(([value, label]) => ({
          value,
          label,
        })),
      },
    ],
    [t],
  );
}

/** Activities in the accounts that the user manages. */
export function ActivityPage() {
  const { t } = useTranslation('activity');
  const table = useTableState({ name: 'activity', filters: useFilters() });
  const [range, setRange] = useTimeRange(lastMonth);
  const entries = useActivity(table.query, range);
  const exportFile = useActivityExport();

  function download(): void {
    exportFile.mutate(
      { ...table.query, range },
      { onError: (error) => showToast({ message: error.message, status: 'error' }) },
    );
  }

  return (
    <Page
      id="activity"
      title={t('title')}
      description={t('description')}
      tools={<TimeRange value={range} onChange={setRange} />}
    >
      <DataTable
        label={t('title')}
        table={table}
        source={() => entries}
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
