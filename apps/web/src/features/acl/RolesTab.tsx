import { Box } from '@mui/material';
import type { Role } from '@stellwerk/contract/access';
import { Pencil, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { useRoleActions, useRoles } from './acl.queries.ts';
import { roleIconOf } from './role-icons.ts';

const byName = { column: 'name', descending: false };

/** Opens a role over the list: search, page and order stay in the address. */
function useRolePath(): (id: number) => string {
  const [search] = useSearchParams();
  return useCallback(
    (id) => {
      const kept = Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]);
      return `/account-mgmt-roles?${new URLSearchParams([...kept, ['role', String(id)]])}`;
    },
    [search],
  );
}

function RoleName({ role }: { role: Role }) {
  const Icon = roleIconOf(role.icon);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary', flexShrink: 0 }}>
        <Icon size="1.125rem" />
      </Box>
      <TitleCell title={role.name} detail={role.description} />
    </Box>
  );
}

interface RoleMenuProps {
  role: Role;
  to: string;
  onDelete: (role: Role) => void;
}

function RoleMenu({ role, to, onDelete }: RoleMenuProps) {
  const { t } = useTranslation('acl');
  const actions = [
    ...(role.abilities.update ? [{ label: t('role.edit'), icon: Pencil, to }] : []),
    ...(role.abilities.delete
      ? [{ label: t('role.delete'), icon: Trash2, danger: true, onClick: () => onDelete(role) }]
      : []),
  ];
  if (actions.length === 0) return '—';
  return <ActionMenu plain actions={actions} label={t('role.menu', { name: role.name })} />;
}

function useColumns(pathOf: (id: number) => string, onDelete: (role: Role) => void): TableColumn<Role>[] {
  const { t } = useTranslation('acl');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('role.name'),
        grow: 3,
        width: 30,
        sortable: true,
        card: 'title',
        render: (role) => <RoleName role={role} />,
      },
      { id: 'scope', title: t('role.scope'), grow: 1, width: 22, render: (role) => role.scopeName },
      {
        id: 'permissions',
        title: t('role.permissions'),
        width: 16,
        align: 'right',
        render: (role) => formats.number(role.permissions.length),
      },
      {
        id: 'users',
        title: t('role.users'),
        width: 14,
        align: 'right',
        render: (role) => formats.number(role.userCount),
      },
      {
        id: 'createdAt',
        title: t('role.createdAt'),
        width: 18,
        sortable: true,
        optional: true,
        render: (role) => <Age at={role.createdAt} />,
      },
      {
        id: 'actions',
        title: t('role.actions'),
        width: 10,
        align: 'right',
        card: 'menu',
        render: (role) => <RoleMenu role={role} to={pathOf(role.id)} onDelete={onDelete} />,
      },
    ],
    [t, formats, pathOf, onDelete],
  );
}

/** The roles of the caller's scopes. */
export function RolesTab() {
  const { t } = useTranslation('acl');
  const [doomed, setDoomed] = useState<Role>();
  const { remove } = useRoleActions();
  const pathOf = useRolePath();
  const columns = useColumns(pathOf, setDoomed);
  const table = useTableState({ name: 'roles', sort: byName });
  return (
    <>
      <DataTable
        label={t('tab.roles')}
        table={table}
        source={useRoles}
        columns={columns}
        rowId={(role) => role.id}
        rowLabel={(role) => role.name}
        rowTo={(role) => (role.abilities.update ? pathOf(role.id) : undefined)}
        searchPlaceholder={t('role.search')}
        empty={<EmptyState title={t('role.empty.title')} description={t('role.empty.description')} />}
      />
      {doomed && (
        <ConfirmDialog
          open
          title={t('role.deleteQuestion', { name: doomed.name })}
          description={t('role.deleteNote', { count: doomed.userCount })}
          confirmLabel={t('role.delete')}
          onConfirm={async () => {
            await remove(doomed.id);
            showToast({ message: t('role.deleted', { name: doomed.name }) });
          }}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  );
}
