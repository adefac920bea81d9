import { Box, Button, Paper } from '@mui/material';
import { listAccounts } from '@stellwerk/contract/account';
import { ListFilter, Map as MapIcon, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { SearchInput } from '../../../ui/input/SearchInput.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { FilterBar } from '../../../ui/table/FilterBar.tsx';
import { TableFooter } from '../../../ui/table/TableFooter.tsx';
import { isNarrowed } from '../../../ui/table/table-state.ts';
import { type TableControl, useTableState } from '../../../ui/table/use-table-state.ts';
import { useAccountFilter } from '../../devices/index.ts';
import { GroupDialog } from '../form/GroupDialog.tsx';
import { useSmartGroups } from '../group.queries.ts';
import { groupPath, groupsPath } from '../paths.ts';
import { GroupCard } from './GroupCard.tsx';

const byTitle = { column: 'title', descending: false };
const nothing: ReadonlySet<never> = new Set();

function FirstGroup({ onCreate }: { onCreate: (() => void) | undefined }) {
  const { t } = useTranslation('smart-groups');
  return (
    <EmptyState
      icon={ListFilter}
      title={t('empty.title')}
      description={t(onCreate ? 'empty.description' : 'empty.readOnly')}
      action={
        onCreate && (
          <Button variant="contained" startIcon={<Plus aria-hidden />} onClick={onCreate}>
            {t('create.action')}
          </Button>
        )
      }
    />
  );
}

interface CardsProps {
  table: TableControl;
  onCreate: (() => void) | undefined;
}

function GroupCards({ table, onCreate }: CardsProps) {
  const { t } = useTranslation('smart-groups');
  const { account } = useChosenAccount();
  const { state, query, change } = table;
  const chosen = (query.filters.account ?? []).map(Number).filter((id) => Number.isInteger(id) && id > 0);
  const { data, error, refetch } = useSmartGroups(query, chosen.length > 0 ? chosen : account ? [account.id] : []);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="cards" count={6} />;
  if (data.total === 0) {
    return (
      <Paper variant="outlined">
        {isNarrowed(state) ? <EmptyState variant="no-results" /> : <FirstGroup onCreate={onCreate} />}
      </Paper>
    );
  }
  return (
    <>
      <Box
        component="ul"
        aria-label={t('title')}
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(22rem, 100%), 1fr))',
          m: 0,
          p: 0,
          listStyle: 'none',
        }}
      >
        {data.data.map((group) => (
          <GroupCard key={group.id} group={group} />
        ))}
      </Box>
      <Paper variant="outlined" sx={{ '& > div': { borderTop: 0 } }}>
        <TableFooter
          selected={nothing}
          bulkActions={[]}
          onClearSelection={() => {}}
          page={state.page}
          pageSize={state.pageSize}
          shown={data.data.length}
          total={data.total}
          totalIsEstimate={data.totalIsEstimate ?? false}
          onPage={(page) => change({ page })}
          onPageSize={(pageSize) => change({ pageSize })}
        />
      </Paper>
    </>
  );
}

/** The smart groups that the user may see, as cards. */
export function GroupsPage() {
  const { t } = useTranslation('smart-groups');
  const { go } = useNavigation();
  const mayCreate = useCan('VirtualDeviceGroup.manage');
  const seesDevices = useCan('VirtualDevice.read');
  const browses = useCan(listAccounts.permission);
  const accountFilter = useAccountFilter(t('field.account'));
  const [isCreating, setCreating] = useState(false);
  const create = mayCreate ? () => setCreating(true) : undefined;
  const table = useTableState({ name: 'smart-groups', filters: browses ? accountFilter : [], sort: byTitle });
  return (
    <Page
      id="smart-groups"
      title={t('title')}
      description={t('description')}
      primary={create && { label: t('create.action'), icon: Plus, onClick: create }}
      secondary={
        seesDevices
          ? [{ label: t('map.action'), icon: MapIcon, prominent: true, onClick: () => go(`${groupsPath}/map`) }]
          : []
      }
    >
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Box
          role="search"
          aria-label={t('title')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
        >
          <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 18.75rem' } }}>
            <SearchInput
              value={table.state.search}
              onChange={(search) => table.change({ search })}
              label={t('searchLabel')}
              placeholder={t('search')}
            />
          </Box>
          <FilterBar
            filters={table.filters}
            values={table.state.filters}
            onChange={(filters) => table.change({ filters })}
          />
        </Box>
        <GroupCards table={table} onCreate={create} />
      </Box>
      {isCreating && <GroupDialog onSaved={({ id }) => go(groupPath(id))} onClose={() => setCreating(false)} />}
    </Page>
  );
}
