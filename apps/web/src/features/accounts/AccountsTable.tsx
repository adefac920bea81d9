import type { AccountRow } from '@stellwerk/contract/account';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { useAccounts } from './account.queries.ts';
import { pathText } from './path-text.ts';

const byName = { column: 'name', descending: false };

function useColumns(): TableColumn<AccountRow>[] {
  const { t } = useTranslation('accounts');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('column.name'),
        grow: 2,
        width: 28,
        sortable: true,
        card: 'title',
        render: ({ name, path }) => <TitleCell title={name} detail={pathText(path)} />,
      },
      {
        id: 'description',
        title: t('column.description'),
        grow: 2,
        width: 24,
        render: ({ description }) => description || '—',
      },
      {
        id: 'subAccounts',
        title: t('column.subAccounts'),
        width: 18,
        align: 'right',
        render: ({ subAccountCount }) => formats.number(subAccountCount),
      },
      {
        id: 'users',
        title: t('column.users'),
        width: 14,
        align: 'right',
        render: ({ userCount }) => formats.number(userCount),
      },
      {
        id: 'createdAt',
        title: t('column.createdAt'),
        width: 18,
        sortable: true,
        render: ({ createdAt }) => <Age at={createdAt} />,
      },
    ],
    [t, formats],
  );
}

interface AccountsTableProps {
  /** Only direct sub-accounts of this one. */
  parentId?: number;
}

/** Every account that the user may see, or the sub-accounts of one. */
export function AccountsTable({ parentId }: AccountsTableProps) {
  const { t } = useTranslation('accounts');
  const isBelow = parentId !== undefined;
  const table = useTableState({ name: 'accounts', sort: byName, ...(isBelow ? { prefix: 'sub' } : {}) });
  const accounts = useAccounts(table.query, parentId);
  const kind = isBelow ? 'subAccounts' : 'list';
  return (
    <DataTable
      label={t(`${kind}.title`)}
      table={table}
      source={() => accounts}
      columns={useColumns()}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      rowTo={({ id }) => `/account-mgmt/${id}`}
      searchPlaceholder={t('list.search')}
      empty={<EmptyState title={t(`${kind}.empty.title`)} description={t(`${kind}.empty.description`)} />}
    />
  );
}
