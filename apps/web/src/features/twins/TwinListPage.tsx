import { Box } from '@mui/material';
import type { TwinRow } from '@stellwerk/contract/twin';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Tags } from '../../ui/status/Tags.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { StarButton } from '../favourites/index.ts';
import { BelowChip } from './BelowChip.tsx';
import { TwinsFrame } from './TwinsFrame.tsx';
import { TwinTitle } from './TwinTitle.tsx';
import { useTwins } from './twin.queries.ts';
import { useTwinPath } from './twin-path.ts';
import { useTwinFilters } from './use-twin-filters.ts';

const byTitle = { column: 'title', descending: false };

function useColumns(): TableColumn<TwinRow>[] {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'title',
        title: t('column.title'),
        grow: 3,
        width: 24,
        sortable: true,
        card: 'title',
        render: (twin) => <TitleCell title={<TwinTitle twin={twin} withId />} />,
      },
      {
        id: 'category',
        title: t('column.category'),
        width: 13,
        render: ({ category }) => t(`category.${category}`),
      },
      { id: 'type', title: t('column.type'), width: 12, sortable: true, render: (twin) => t(`type.${twin.type}`) },
      {
        id: 'path',
        title: t('column.path'),
        grow: 2,
        width: 16,
        render: ({ ancestors }) => ancestors.map(({ title }) => title).join(' › ') || '—',
      },
      {
        id: 'status',
        title: t('column.status'),
        width: 17,
        card: 'status',
        render: (twin) =>
          twin.disabled ? (
            <NeutralChip label={t('disabled')} />
          ) : (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
              <StatusChip status={twin.status} />
              <BelowChip below={twin.below} />
            </Box>
          ),
      },
      {
        id: 'states',
        title: t('column.states'),
        width: 12.5,
        align: 'right',
        render: ({ stateCount }) => formats.number(stateCount),
      },
      {
        id: 'tags',
        title: t('column.tags'),
        grow: 1,
        width: 13,
        render: ({ tags }) => (tags.length > 0 ? <Tags tags={tags} /> : '—'),
      },
      { id: 'account', title: t('column.account'), grow: 1, width: 13, render: ({ tenantName }) => tenantName },
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
        width: 14,
        sortable: true,
        optional: true,
        render: ({ createdAt }) => <Age at={createdAt} />,
      },
      { id: 'address', title: t('column.address'), width: 24, optional: true, render: ({ address }) => address || '—' },
      {
        id: 'favourite',
        title: t('column.favourite'),
        width: 9,
        align: 'right',
        card: 'none',
        render: (twin) => <StarButton type="twin" object={twin} />,
      },
    ],
    [t, formats],
  );
}

/** All twins as rows. */
export function TwinListPage() {
  const { t } = useTranslation('twins');
  const { go } = useNavigation();
  const table = useTableState({ name: 'twins', filters: useTwinFilters(), sort: byTitle });
  return (
    <TwinsFrame view="list" onCreated={({ id }) => go(`/digitaltwin-mgmt/${id}`)}>
      <DataTable
        label={t('title')}
        table={table}
        source={useTwins}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        rowTo={useTwinPath()}
        searchPlaceholder={t('search')}
        empty={<EmptyState title={t('empty.title')} description={t('empty.description')} />}
      />
    </TwinsFrame>
  );
}
