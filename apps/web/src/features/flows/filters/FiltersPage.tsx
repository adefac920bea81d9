import { Button, Dialog, DialogContent, DialogTitle } from '@mui/material';
import { idFromText } from '@stellwerk/contract/core/id';
import { type FlowFilter, filterTypes } from '@stellwerk/contract/flow-filter';
import { Funnel, Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import type { TableColumn, TableFilter } from '../../../ui/table/types.ts';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { PartDeleteDialog } from '../PartDeleteDialog.tsx';
import { useFilter, useFilterActions, useFilters } from '../part.queries.ts';
import { filterPath } from '../paths.ts';
import { FilterDialog } from './FilterDialog.tsx';
import { useConditionText } from './use-condition-text.ts';

type Question = { kind: 'create' } | { kind: 'delete'; filter: FlowFilter };

const byName = { column: 'name', descending: false };

function useFilterFilters(): TableFilter[] {
  const { t } = useTranslation('flows');
  return useMemo(
    () => [
      {
        id: 'type',
        label: t('filter.type'),
        single: true,
        options: filterTypes.map((value) => ({ value, label: t(`filterType.${value}`) })),
      },
    ],
    [t],
  );
}

function useColumns(onAsk: (question: Question) => void): TableColumn<FlowFilter>[] {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  const conditionText = useConditionText();
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
        render: (filter) => <TitleCell title={filter.name} detail={filter.description} />,
      },
      {
        id: 'type',
        title: t('filter.type'),
        width: 16,
        sortable: true,
        render: ({ type }) => t(`filterType.${type}`),
      },
      { id: 'condition', title: t('filter.condition'), grow: 3, width: 28, render: conditionText },
      {
        id: 'flows',
        title: t('part.flows'),
        width: 12,
        align: 'right',
        render: ({ flows }) => formats.number(flows.length),
      },
      {
        id: 'inputType',
        title: t('field.inputType'),
        width: 20,
        optional: true,
        render: ({ inputType }) => t(`contentType.${inputType}`),
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
        render: (filter) => (
          <ActionMenu
            plain
            label={t('action.menu', { name: filter.name })}
            actions={[
              { label: t('action.edit'), icon: Pencil, onClick: () => go(filterPath(filter.id)) },
              {
                label: t('action.delete'),
                icon: Trash2,
                danger: true,
                onClick: () => onAsk({ kind: 'delete', filter }),
                disabledReason:
                  filter.flows.length > 0 ? t('part.usedBy', { flows: filter.flows.join(', ') }) : undefined,
              },
            ]}
          />
        ),
      },
    ],
    [t, formats, conditionText, onAsk, go],
  );
}

/** The filter of the address, in a dialog above the list. */
function EditedFilter() {
  const { t } = useTranslation('flows');
  const [search, change] = useSearchParams();
  const id = idFromText(String(search.filter));
  const { data, error } = useFilter(id);
  const close = () => void change({ filter: undefined });
  if (id !== undefined && error) {
    return (
      <Dialog open onClose={close}>
        <DialogTitle>{t('filters.title')}</DialogTitle>
        <DialogContent>
          <ErrorState error={error} compact />
        </DialogContent>
      </Dialog>
    );
  }
  return id !== undefined && data?.id === id ? <FilterDialog filter={data} onClose={close} /> : null;
}

/** The filters of integration flows: which events pass. */
export function FiltersPage() {
  const { t } = useTranslation('flows');
  const [asked, ask] = useState<Question>();
  const { remove } = useFilterActions();
  const table = useTableState({ name: 'flow-filters', filters: useFilterFilters(), sort: byName });
  const create = () => ask({ kind: 'create' });
  const close = () => ask(undefined);
  return (
    <Page
      id="flow-filters"
      title={t('filters.title')}
      description={t('filters.description')}
      primary={{ label: t('filter.create'), icon: Plus, onClick: create }}
    >
      <DataTable
        label={t('filters.title')}
        table={table}
        source={useFilters}
        columns={useColumns(ask)}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        rowTo={({ id }) => filterPath(id)}
        searchPlaceholder={t('filters.search')}
        empty={
          <EmptyState
            icon={Funnel}
            title={t('filters.empty')}
            description={t('filters.emptyText')}
            action={
              <Button variant="contained" startIcon={<Plus aria-hidden />} onClick={create}>
                {t('filter.create')}
              </Button>
            }
          />
        }
      />
      {asked?.kind === 'create' && <FilterDialog onClose={close} />}
      <EditedFilter />
      {asked?.kind === 'delete' && (
        <PartDeleteDialog
          kind="filter"
          name={asked.filter.name}
          remove={() => remove(asked.filter.id)}
          onClose={close}
        />
      )}
    </Page>
  );
}
