import { Button, Tooltip } from '@mui/material';
import type { ApiKey } from '@stellwerk/contract/api-key';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn, TableResult } from '../../ui/table/types.ts';
import type { TableControl } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { useApiKeyActions } from './api-key.queries.ts';

interface ApiKeysTableProps {
  label: string;
  table: TableControl;
  keys: TableResult<ApiKey>;
  /** Whose key it is, where there are several people. */
  withOwner: boolean;
  /** Absent: no key can be created here. */
  onCreate?: (() => void) | undefined;
}

function ValidUntil({ validUntil }: { validUntil: string | null }) {
  const { t } = useTranslation('api-keys');
  const formats = useFormats();
  if (validUntil === null) return t('valid.always');
  if (new Date(validUntil) <= new Date()) return <StatusChip status="error" label={t('valid.expired')} />;
  // The form ends a key with a day, so the day before that moment is the last one.
  return (
    <Tooltip describeChild title={formats.exactTime(validUntil)}>
      <span>{formats.date(new Date(validUntil).getTime() - 1)}</span>
    </Tooltip>
  );
}

function AlarmFilterInput({ permissions, scopes }: ApiKey) {
  const { t } = useTranslation('api-keys');
  if (!permissions && !scopes) return t('narrowed.none');
  const names = [...(permissions ?? []), ...(scopes ?? []).map(({ id, name }) => name || t('narrowed.hidden', { id }))];
  const parts = [
    ...(permissions ? [t('narrowed.permissions', { count: permissions.length })] : []),
    ...(scopes ? [t('narrowed.scopes', { count: scopes.length })] : []),
  ];
  return (
    <Tooltip describeChild title={names.join(', ')}>
      <span>{parts.join(', ')}</span>
    </Tooltip>
  );
}

function useColumns(withOwner: boolean, onDelete: (key: ApiKey) => void): TableColumn<ApiKey>[] {
  const { t } = useTranslation('api-keys');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'title',
        title: t('column.title'),
        grow: 2,
        width: 24,
        card: 'title',
        render: (key) => <TitleCell title={key.title} detail={`${key.prefix}…`} />,
      },
      ...(withOwner
        ? [
            {
              id: 'user',
              title: t('column.user'),
              grow: 1,
              width: 22,
              render: ({ user }: ApiKey) => <TitleCell title={user.name} detail={t(`kind.${user.kind}`)} />,
            },
          ]
        : []),
      {
        id: 'callsPerMinute',
        title: t('column.callsPerMinute'),
        width: 18,
        render: (key) => t('perMinute', { calls: formats.number(key.callsPerMinute) }),
      },
      {
        id: 'validUntil',
        title: t('column.validUntil'),
        width: 22,
        render: (key) => <ValidUntil validUntil={key.validUntil} />,
      },
      { id: 'lastUsedAt', title: t('column.lastUsedAt'), width: 16, render: (key) => <Age at={key.lastUsedAt} /> },
      { id: 'narrowed', title: t('column.narrowed'), width: 24, render: (key) => <AlarmFilterInput {...key} /> },
      {
        id: 'createdAt',
        title: t('column.createdAt'),
        width: 16,
        optional: true,
        render: (key) => <Age at={key.createdAt} />,
      },
      {
        id: 'actions',
        title: t('column.actions'),
        width: 10,
        align: 'right',
        card: 'menu',
        render: (key) => (
          <ActionMenu
            plain
            label={t('action.menu', { title: key.title })}
            actions={[{ label: t('action.delete'), icon: Trash2, danger: true, onClick: () => onDelete(key) }]}
          />
        ),
      },
    ],
    [t, formats, withOwner, onDelete],
  );
}

/** API keys with the way to add and delete them; the key itself is never in a list. */
export function ApiKeysTable({ label, table, keys, withOwner, onCreate }: ApiKeysTableProps) {
  const { t } = useTranslation('api-keys');
  const [doomed, setDoomed] = useState<ApiKey>();
  const { remove } = useApiKeyActions();
  const create = onCreate && (
    <Button startIcon={<Plus aria-hidden />} onClick={onCreate} sx={{ flexShrink: 0 }}>
      {t('action.create')}
    </Button>
  );
  return (
    <>
      <DataTable
        label={label}
        table={table}
        source={() => keys}
        columns={useColumns(withOwner, setDoomed)}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        searchPlaceholder={t('search')}
        tools={create}
        empty={
          <EmptyState icon={KeyRound} title={t('empty.title')} description={t('empty.description')} action={create} />
        }
      />
      {doomed && (
        <ConfirmDialog
          open
          title={t('delete.question', { title: doomed.title })}
          description={t('delete.description')}
          confirmLabel={t('action.delete')}
          onConfirm={async () => {
            await remove(doomed.id);
            showToast({ message: t('delete.done', { title: doomed.title }) });
          }}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  );
}
