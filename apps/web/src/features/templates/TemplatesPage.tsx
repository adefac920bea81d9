import { Button } from '@mui/material';
import type { TemplateRow } from '@stellwerk/contract/device-template';
import { FileText, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useFormats } from '../../lib/formats.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { CreateTemplateDialog } from './CreateTemplateDialog.tsx';
import { templatePath } from './paths.ts';
import { SyncStatusChip } from './SyncStatusChip.tsx';
import { useTemplates } from './template.queries.ts';

function useColumns(): TableColumn<TemplateRow>[] {
  const { t } = useTranslation('templates');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'title',
        title: t('column.title'),
        grow: 2,
        width: 24,
        sortable: true,
        card: 'title',
        render: ({ id, title }) => <TitleCell title={title} detail={t('number', { id })} />,
      },
      {
        id: 'status',
        title: t('column.status'),
        width: 22,
        card: 'status',
        render: (template) => <SyncStatusChip template={template} />,
      },
      {
        id: 'driver',
        title: t('column.driver'),
        grow: 1,
        width: 18,
        sortable: true,
        render: ({ driver }) => driver?.title ?? '—',
      },
      {
        id: 'connector',
        title: t('column.connector'),
        grow: 1,
        width: 16,
        render: ({ connector }) => connector?.name ?? '—',
      },
      {
        id: 'devices',
        title: t('column.devices'),
        width: 10,
        align: 'right',
        render: ({ deviceCount }) => formats.number(deviceCount),
      },
      {
        id: 'version',
        title: t('column.version'),
        width: 10,
        align: 'right',
        render: ({ productiveVersion }) => productiveVersion ?? '—',
      },
      { id: 'account', title: t('column.account'), grow: 1, width: 16, render: ({ accountName }) => accountName },
      {
        id: 'updatedAt',
        title: t('column.updatedAt'),
        width: 13,
        sortable: true,
        render: ({ updatedAt }) => <Age at={updatedAt} />,
      },
      {
        id: 'createdAt',
        title: t('column.createdAt'),
        width: 13,
        sortable: true,
        optional: true,
        render: ({ createdAt }) => <Age at={createdAt} />,
      },
    ],
    [t, formats],
  );
}

const byTitle = { column: 'title', descending: false };

/** All device templates with the state of their synchronisation. */
export function TemplatesPage() {
  const { t } = useTranslation('templates');
  const mayManage = useCan('DeviceTemplate.manage');
  const [isCreating, setCreating] = useState(false);
  const table = useTableState({ name: 'templates', sort: byTitle });
  const create = () => setCreating(true);
  return (
    <Page
      id="templates"
      title={t('title')}
      description={t('description')}
      primary={mayManage ? { label: t('create.action'), icon: Plus, onClick: create } : undefined}
    >
      <DataTable
        label={t('title')}
        table={table}
        source={useTemplates}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        rowTo={({ id }) => templatePath(id)}
        searchPlaceholder={t('search')}
        empty={
          <EmptyState
            icon={FileText}
            title={t('empty.title')}
            description={t('empty.description')}
            action={
              mayManage && (
                <Button variant="contained" startIcon={<Plus aria-hidden />} onClick={create}>
                  {t('create.action')}
                </Button>
              )
            }
          />
        }
      />
      {isCreating && <CreateTemplateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
