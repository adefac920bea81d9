import { Box, IconButton, Stack, Tooltip } from '@mui/material';
import { Download, Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Section } from '../../ui/surface/Section.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { BulkAction, TableColumn, TableFilter, TableSource } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import type { SampleRow } from './sample-data.ts';
import { useEndlessRows, useFailingRows, useForbiddenRows, useNoRows, useSampleRows } from './sample-source.ts';

const tenMinutesMs = 600_000;

function useSampleColumns(): TableColumn<SampleRow>[] {
  const { t } = useTranslation('gallery');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'title',
        title: t('table.title'),
        grow: 2,
        width: 24,
        sortable: true,
        card: 'title',
        render: (row) => <TitleCell title={row.title} detail={row.key} />,
      },
      {
        id: 'status',
        title: t('table.status'),
        width: 18,
        sortable: true,
        card: 'status',
        render: (row) => <StatusChip status={row.status} />,
      },
      {
        id: 'value',
        title: t('table.value'),
        align: 'right',
        width: 18,
        sortable: true,
        render: (row) => (row.value === null ? '—' : `${formats.number(row.value)} ppm`),
      },
      {
        id: 'seenAt',
        title: t('table.seen'),
        width: 24,
        sortable: true,
        render: (row) => <Age at={row.seenAt} expectedEveryMs={tenMinutesMs * 6} />,
      },
      { id: 'model', title: t('table.model'), width: 16, grow: 1, render: (row) => row.model },
      {
        id: 'place',
        title: t('table.place'),
        width: 20,
        grow: 1,
        sortable: true,
        render: (row) => <Box sx={{ color: 'text.secondary' }}>{row.place}</Box>,
      },
      {
        id: 'id',
        title: t('table.id'),
        align: 'right',
        width: 12,
        optional: true,
        card: 'none',
        render: (row) => row.id,
      },
    ],
    [t, formats],
  );
}

function useSampleFilters(): TableFilter[] {
  const { t } = useTranslation(['gallery', 'ui']);
  return useMemo(() => {
    const statuses = ['ok', 'warning', 'error', 'unknown'].map((value) => ({ value, label: t(`ui:status.${value}`) }));
    const places = ['Gymnasium Nord', 'Marktplatz', 'Netzgebiet West', 'Rathaus', 'Stadtpark', 'Bauhof'];
    return [
      { id: 'status', label: t('table.status'), options: statuses },
      { id: 'place', label: t('table.place'), single: true, options: places.map((value) => ({ value, label: value })) },
      { id: 'model', label: t('table.model') },
    ];
  }, [t]);
}

function StateDemo({ name, source }: { name: string; source: TableSource<SampleRow> }) {
  const { t } = useTranslation('gallery');
  const columns = useSampleColumns();
  const table = useTableState({ name: `gallery-${name}`, prefix: name });
  return (
    <Section title={t(`table.states.${name}`)}>
      <DataTable
        label={t(`table.states.${name}`)}
        table={table}
        source={source}
        columns={columns}
        rowId={(row) => row.id}
        rowLabel={(row) => row.title}
        empty={<EmptyState title={t('table.emptyTitle')} description={t('table.emptyDescription')} />}
      />
    </Section>
  );
}

export function TableDemo() {
  const { t } = useTranslation('gallery');
  const columns = useSampleColumns();
  const filters = useSampleFilters();
  const table = useTableState({ name: 'gallery', filters });
  const bulkActions: BulkAction[] = [
    {
      label: t('table.bulkEdit'),
      icon: Pencil,
      onRun: (ids) => showToast({ message: t('table.bulkDone', { count: ids.length }) }),
    },
    {
      label: t('delete'),
      icon: Trash2,
      danger: true,
      onRun: (ids, clear) => {
        clear();
        showToast({
          message: t('table.bulkDone', { count: ids.length }),
          undo: () => showToast({ message: t('undone'), status: 'info' }),
        });
      },
    },
  ];
  return (
    <Stack spacing={4}>
      <DataTable
        label={t('table.label')}
        table={table}
        source={useSampleRows}
        columns={columns}
        rowId={(row) => row.id}
        rowLabel={(row) => row.title}
        rowTo={(row) => `/gallery?tab=feedback&row=${row.id}`}
        searchPlaceholder={t('table.search')}
        bulkActions={bulkActions}
        tools={
          <Tooltip title={t('table.csv')}>
            <IconButton
              aria-label={t('table.csv')}
              onClick={() => showToast({ message: t('done', { label: t('table.csv') }) })}
            >
              <Download aria-hidden />
            </IconButton>
          </Tooltip>
        }
      />
      <StateDemo name="empty" source={useNoRows} />
      <StateDemo name="failing" source={useFailingRows} />
      <StateDemo name="forbidden" source={useForbiddenRows} />
      <StateDemo name="endless" source={useEndlessRows} />
    </Stack>
  );
}
