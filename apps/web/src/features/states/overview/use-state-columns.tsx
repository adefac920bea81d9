import { Box } from '@mui/material';
import type { StateRow } from '@stellwerk/contract/state';
import { History, Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../../ui/table/types.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { useStarAction } from '../../favourites/index.ts';
import { TwinTitle } from '../../twins/index.ts';
import { twinPath } from '../paths.ts';
import { stateIconOf } from '../state-icons.ts';
import { ValueText } from '../values/ValueText.tsx';

export interface StateRowDialog {
  kind: 'history' | 'lineage';
  row: StateRow;
}

function Name({ row }: { row: StateRow }) {
  const Icon = stateIconOf(row.icon);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, width: '100%' }}>
      {Icon && (
        <Box aria-hidden sx={{ display: 'flex', flexShrink: 0, color: 'text.muted' }}>
          <Icon size="1.125rem" />
        </Box>
      )}
      <TitleCell title={row.title} detail={row.key} />
    </Box>
  );
}

function RowMenu({ row, onAsk }: { row: StateRow; onAsk: (dialog: StateRowDialog) => void }) {
  const { t } = useTranslation('states');
  const starOf = useStarAction('state');
  const actions = [
    { label: t('action.history'), icon: History, onClick: () => onAsk({ kind: 'history', row }) },
    { label: t('action.lineage'), icon: Waypoints, onClick: () => onAsk({ kind: 'lineage', row }) },
    starOf(row),
    { label: t('action.openTwin'), to: twinPath(row.dtwin.id) },
  ];
  return <ActionMenu plain actions={actions} label={t('action.menu', { title: row.title })} />;
}

export function useStateColumns(onAsk: (dialog: StateRowDialog) => void): TableColumn<StateRow>[] {
  const { t } = useTranslation('states');
  const { accounts } = useChosenAccount();
  return useMemo(
    (): TableColumn<StateRow>[] => [
      {
        id: 'title',
        title: t('column.title'),
        grow: 2,
        width: 26,
        sortable: true,
        card: 'title',
        render: (row) => <Name row={row} />,
      },
      {
        id: 'value',
        title: t('column.value'),
        grow: 1,
        width: 16,
        align: 'right',
        render: ({ value, unit, decimals, timestamp }) => (
          <ValueText value={value} unit={unit} decimals={decimals} timestamp={timestamp} />
        ),
      },
      {
        id: 'timestamp',
        title: t('column.age'),
        width: 20,
        sortable: true,
        render: ({ timestamp, validSeconds }) => (
          <Age at={timestamp} staleAfterMs={validSeconds === null ? undefined : validSeconds * 1000} />
        ),
      },
      {
        id: 'status',
        title: t('column.status'),
        width: 16,
        sortable: true,
        card: 'status',
        render: ({ status }) => (status === 'unknown' ? null : <StatusChip status={status} />),
      },
      {
        id: 'dtwin',
        title: t('column.twin'),
        grow: 1,
        width: 24,
        sortable: true,
        render: ({ dtwin }) => (
          <InternalLink
            to={twinPath(dtwin.id)}
            color="inherit"
            sx={{ minWidth: 0, maxWidth: '100%', display: 'inline-flex' }}
          >
            <TwinTitle twin={{ ...dtwin, icon: '' }} />
          </InternalLink>
        ),
      },
      {
        id: 'account',
        title: t('column.account'),
        width: 18,
        // With one account it says the same in every row.
        optional: accounts.length < 2,
        render: ({ dtwin }) => dtwin.tenantName,
      },
      { id: 'source', title: t('column.source'), width: 20, render: ({ source }) => t(`source.${source}.title`) },
      {
        id: 'type',
        title: t('column.valueType'),
        width: 16,
        optional: true,
        render: ({ valueType }) => t(`valueType.${valueType}`),
      },
      {
        id: 'actions',
        title: t('column.actions'),
        card: 'menu',
        width: 10,
        align: 'right',
        render: (row) => <RowMenu row={row} onAsk={onAsk} />,
      },
    ],
    [t, onAsk, accounts],
  );
}
