import { Button } from '@mui/material';
import { type FlowTransformer, transformerTypes } from '@stellwerk/contract/flow-transformer';
import { Pencil, Plus, Shuffle, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import type { TableColumn, TableFilter } from '../../../ui/table/types.ts';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { PartDeleteDialog } from '../PartDeleteDialog.tsx';
import { useTransformerActions, useTransformers } from '../part.queries.ts';
import { newTransformerPath, transformerPath } from '../paths.ts';

const byName = { column: 'name', descending: false };

function useFilters(): TableFilter[] {
  const { t } = useTranslation('flows');
  return useMemo(
    () => [
      {
        id: 'type',
        label: t('transformer.type'),
        single: true,
        options: transformerTypes.map((value) => ({ value, label: t(`language.${value}`) })),
      },
    ],
    [t],
  );
}

function useColumns(onDelete: (transformer: FlowTransformer) => void): TableColumn<FlowTransformer>[] {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  const { go } = useNavigation();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('field.name'),
        grow: 2,
        width: 26,
        sortable: true,
        card: 'title',
        render: (transformer) => <TitleCell title={transformer.name} detail={transformer.description} />,
      },
      {
        id: 'type',
        title: t('transformer.type'),
        width: 14,
        sortable: true,
        render: ({ type }) => t(`language.${type}`),
      },
      {
        id: 'ends',
        title: t('transformer.ends'),
        grow: 1,
        width: 26,
        render: ({ inputType, outputType }) => `${t(`contentType.${inputType}`)} → ${t(`contentType.${outputType}`)}`,
      },
      {
        id: 'flows',
        title: t('part.flows'),
        width: 12,
        align: 'right',
        render: ({ flows }) => formats.number(flows.length),
      },
      { id: 'account', title: t('field.account'), width: 18, grow: 1, render: ({ tenantName }) => tenantName },
      {
        id: 'updatedAt',
        title: t('field.updatedAt'),
        width: 14,
        sortable: true,
        render: ({ updatedAt }) => <Age at={updatedAt} />,
      },
      {
        id: 'createdAt',
        title: t('field.createdAt'),
        width: 14,
        sortable: true,
        optional: true,
        render: ({ createdAt }) => <Age at={createdAt} />,
      },
      {
        id: 'actions',
        title: t('field.actions'),
        width: 7,
        align: 'right',
        card: 'menu',
        render: (transformer) => (
          <ActionMenu
            plain
            label={t('action.menu', { name: transformer.name })}
            actions={[
              { label: t('action.edit'), icon: Pencil, onClick: () => go(transformerPath(transformer.id)) },
              {
                label: t('action.delete'),
                icon: Trash2,
                danger: true,
                onClick: () => onDelete(transformer),
                disabledReason:
                  transformer.flows.length > 0 ? t('part.usedBy', { flows: transformer.flows.join(', ') }) : undefined,
              },
            ]}
          />
        ),
      },
    ],
    [t, formats, go, onDelete],
  );
}

/** The transformers of integration flows: what other systems receive. */
export function TransformersPage() {
  const { t } = useTranslation('flows');
  const { go } = useNavigation();
  const { remove } = useTransformerActions();
  const [deleted, setDeleted] = useState<FlowTransformer>();
  const table = useTableState({ name: 'flow-transformers', filters: useFilters(), sort: byName });
  const create = () => go(newTransformerPath);
  return (
    <Page
      id="flow-transformers"
      title={t('transformers.title')}
      description={t('transformers.description')}
      primary={{ label: t('transformer.create'), icon: Plus, onClick: create }}
    >
      <DataTable
        label={t('transformers.title')}
        table={table}
        source={useTransformers}
        columns={useColumns(setDeleted)}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        rowTo={({ id }) => transformerPath(id)}
        searchPlaceholder={t('transformers.search')}
        empty={
          <EmptyState
            icon={Shuffle}
            title={t('transformers.empty')}
            description={t('transformers.emptyText')}
            action={
              <Button variant="contained" startIcon={<Plus aria-hidden />} onClick={create}>
                {t('transformer.create')}
              </Button>
            }
          />
        }
      />
      {deleted && (
        <PartDeleteDialog
          kind="transformer"
          name={deleted.name}
          remove={() => remove(deleted.id)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Page>
  );
}
