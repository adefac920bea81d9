import { Box } from '@mui/material';
import type { DashboardRow } from '@stellwerk/contract/dashboard';
import { Copy, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { ActionMenu } from '../../../ui/page/ActionMenu.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../../ui/table/types.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { StarButton } from '../../favourites/index.ts';
import { useWidgetTexts } from '../kinds/all-kinds.ts';

export interface DashboardListDialog {
  kind: 'duplicate' | 'delete';
  dashboard: DashboardRow;
}

type Ask = (dialog: DashboardListDialog) => void;

function RowMenu({ dashboard, onAsk }: { dashboard: DashboardRow; onAsk: Ask }) {
  const { t } = useTranslation('dashboards');
  const mayCreate = useCan('Dashboards.manage');
  const actions = [
    ...(mayCreate
      ? [{ label: t('duplicate.action'), icon: Copy, onClick: () => onAsk({ kind: 'duplicate', dashboard }) }]
      : []),
    ...(dashboard.abilities.update
      ? [{ label: t('delete.action'), icon: Trash2, danger: true, onClick: () => onAsk({ kind: 'delete', dashboard }) }]
      : []),
  ];
  return actions.length > 0 ? (
    <ActionMenu plain label={t('list.menu', { name: dashboard.name })} actions={actions} />
  ) : null;
}

export function useDashboardColumns(onAsk: Ask): TableColumn<DashboardRow>[] {
  const { t } = useTranslation('dashboards');
  const formats = useFormats();
  const texts = useWidgetTexts();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('column.name'),
        grow: 2,
        width: 26,
        sortable: true,
        card: 'title',
        render: ({ name, widgetTypes }) => (
          <TitleCell title={name} detail={widgetTypes.map((type) => texts.title(type)).join(', ')} />
        ),
      },
      {
        id: 'tenantName',
        title: t('column.account'),
        grow: 1,
        width: 16,
        sortable: true,
        render: ({ tenantName }) => tenantName,
      },
      {
        id: 'twin',
        title: t('column.twin'),
        grow: 1,
        width: 16,
        render: ({ parentDtwinTitle }) => parentDtwinTitle ?? '—',
      },
      {
        id: 'widgets',
        title: t('column.widgets'),
        width: 11,
        align: 'right',
        render: ({ widgetCount }) => formats.number(widgetCount),
      },
      {
        id: 'updatedAt',
        title: t('column.updatedAt'),
        width: 15,
        sortable: true,
        render: ({ updatedAt }) => <Age at={updatedAt} />,
      },
      {
        id: 'updatedBy',
        title: t('column.updatedBy'),
        grow: 1,
        width: 16,
        render: ({ updatedBy }) => updatedBy ?? '—',
      },
      {
        id: 'createdAt',
        title: t('meta.createdAt'),
        width: 15,
        sortable: true,
        optional: true,
        render: ({ createdAt }) => <Age at={createdAt} />,
      },
      {
        id: 'actions',
        title: t('column.actions'),
        width: 13,
        align: 'right',
        card: 'menu',
        render: (dashboard) => (
          <Box sx={{ display: 'flex', alignItems: 'center' }}>
            <StarButton
              type="dashboard"
              object={{ id: dashboard.id, title: dashboard.name, isFavourite: dashboard.isFavourite }}
            />
            <RowMenu dashboard={dashboard} onAsk={onAsk} />
          </Box>
        ),
      },
    ],
    [t, formats, texts, onAsk],
  );
}
