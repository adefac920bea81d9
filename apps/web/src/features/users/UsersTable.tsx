import { Box } from '@mui/material';
import { type UserRow, userKinds } from '@stellwerk/contract/user';
import { Bot, FileSpreadsheet, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { ActionButton } from '../../ui/page/ActionButton.tsx';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn, TableFilter } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { ApiUserDialog } from './ApiUserDialog.tsx';
import { UserStatus } from './UserStatus.tsx';
import { useRolesOfAccount, useUsers } from './user.queries.ts';
import { userName } from './user-name.ts';

export interface UsersTableProps {
  /** Users of this account; absent: of every account that the caller may read. */
  tenantId?: number | undefined;
}

const byName = { column: 'name', descending: false };

/** A user name that equals the e-mail address adds no information. */
function NameCell({ user }: { user: UserRow }) {
  const { t } = useTranslation('users');
  const username = user.username === user.email ? undefined : user.username;
  return <TitleCell title={userName(user)} detail={user.relation === 'parent' ? t('relation.parent') : username} />;
}

function useColumns(): TableColumn<UserRow>[] {
  const { t } = useTranslation('users');
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('column.name'),
        grow: 2,
        width: 24,
        sortable: true,
        card: 'title',
        render: (user) => <NameCell user={user} />,
      },
      {
        id: 'status',
        title: t('column.status'),
        width: 24,
        card: 'status',
        render: (user) => (user.relation === 'parent' ? '—' : <UserStatus user={user} />),
      },
      {
        id: 'email',
        title: t('column.email'),
        width: 24,
        grow: 1,
        sortable: true,
        render: (user) => user.email || '—',
      },
      { id: 'tenant', title: t('column.account'), width: 18, grow: 1, render: (user) => user.tenantName || '—' },
      { id: 'roles', title: t('column.roles'), width: 20, grow: 1, render: (user) => user.roles.join(', ') || '—' },
      {
        id: 'lastSignInAt',
        title: t('column.lastSignInAt'),
        width: 18,
        sortable: true,
        render: (user) => (user.relation === 'parent' ? '—' : <Age at={user.lastSignInAt} />),
      },
      {
        id: 'createdAt',
        title: t('column.createdAt'),
        width: 18,
        sortable: true,
        optional: true,
        render: (user) => (user.relation === 'parent' ? '—' : <Age at={user.createdAt} />),
      },
    ],
    [t],
  );
}

function useFilters(accountId: number | undefined): TableFilter[] {
  const { t } = useTranslation('users');
  const roles = useRolesOfAccount(accountId);
  return useMemo(
    () => [
      {
        id: 'role',
        label: t('column.role'),
        single: true,
        options: (roles ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      },
      {
        id: 'status',
        label: t('column.status'),
        single: true,
        options: (['active', 'deactivated'] as const).map((value) => ({ value, label: t(`status.${value}`) })),
      },
      {
        id: 'kind',
        label: t('column.kind'),
        single: true,
        options: userKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
      },
    ],
    [t, roles],
  );
}

/** A switch whose state is in the address. */
function AddressSwitch({ parameter, label }: { parameter: string; label: string }) {
  const [search, change] = useSearchParams();
  return (
    <SwitchField
      label={label}
      value={search[parameter] === true}
      onChange={(isOn) => change({ [parameter]: isOn || undefined }, { replace: false })}
    />
  );
}

function CreateActions({ tenantId }: { tenantId: number }) {
  const { t } = useTranslation('users');
  const [isAsking, setAsking] = useState(false);
  return (
    <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
      <ActionButton
        primary
        action={{ label: t('create.action'), icon: UserPlus, to: `/account-mgmt/user/${tenantId}` }}
      />
      <ActionMenu
        actions={[
          { label: t('apiUser.action'), icon: Bot, onClick: () => setAsking(true) },
          { label: t('bulk.action'), icon: FileSpreadsheet, to: `/account-mgmt/user-bulk-create/${tenantId}` },
        ]}
      />
      {isAsking && <ApiUserDialog tenantId={tenantId} onClose={() => setAsking(false)} />}
    </Box>
  );
}

/** Users of one account or of all readable ones; for account pages and choices of users. */
export function UsersTable({ tenantId }: UsersTableProps) {
  const { t } = useTranslation('users');
  const session = useSession();
  const mayCreate = useCan('UserManagement.create');
  const mayOpen = useCan('UserManagement.manage');
  const [search] = useSearchParams();
  const { account } = useChosenAccount();
  const home = tenantId ?? account?.id ?? session?.tenantId ?? undefined;
  const table = useTableState({ name: 'users', filters: useFilters(home), sort: byName, prefix: 'users' });
  const users = useUsers(table.query, {
    tenantId: tenantId ?? account?.id,
    includeSubTenants: tenantId === undefined || search.subAccounts === true,
    includeParentAdmins: search.parentAdmins === true,
  });

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        {tenantId !== undefined && (
          <>
            <AddressSwitch parameter="subAccounts" label={t('list.subAccounts')} />
            <AddressSwitch parameter="parentAdmins" label={t('list.parentAdmins')} />
          </>
        )}
        {mayCreate && home !== undefined && <CreateActions tenantId={home} />}
      </Box>
      <DataTable
        label={t('list.title')}
        table={table}
        source={() => users}
        columns={useColumns()}
        rowId={(user) => user.id}
        rowLabel={userName}
        rowTo={(user) =>
          mayOpen && user.relation !== 'parent' ? `/account-mgmt/user/${user.tenantId}/${user.id}` : undefined
        }
        searchPlaceholder={t('list.search')}
        empty={<EmptyState title={t('list.empty.title')} description={t('list.empty.description')} />}
      />
    </Box>
  );
}
