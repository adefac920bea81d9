import { Box, Button } from '@mui/material';
import type { DashboardRow } from '@stellwerk/contract/dashboard';
import { LayoutDashboard, Plus, Upload, WandSparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { whenIdle } from '../../../lib/when-idle.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { useAccountFilter } from '../../devices/index.ts';
import { DeleteDashboardDialog } from '../DeleteDashboardDialog.tsx';
import { DuplicateDashboardDialog } from '../DuplicateDashboardDialog.tsx';
import { useDashboards } from '../dashboard.queries.ts';
import { dashboardPath } from '../paths.ts';
import { preloadRenderers } from '../pictures/WidgetPicture.tsx';
import { CreateDashboardDialog } from './CreateDashboardDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { ReadyMadeDialog } from './ReadyMadeDialog.tsx';
import { useAccountIds } from './use-account-ids.ts';
import { type DashboardListDialog, useDashboardColumns } from './use-dashboard-columns.tsx';

type Creation = 'blank' | 'readyMade' | 'import';

const byName = { column: 'name', descending: false };

function FirstDashboard({ onCreate }: { onCreate: ((creation: Creation) => void) | undefined }) {
  const { t } = useTranslation('dashboards');
  return (
    <EmptyState
      icon={LayoutDashboard}
      title={t('empty.title')}
      description={t(onCreate ? 'empty.description' : 'empty.readOnly')}
      action={
        onCreate && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
            <Button variant="contained" startIcon={<Plus aria-hidden />} onClick={() => onCreate('blank')}>
              {t('create.action')}
            </Button>
            <Button startIcon={<WandSparkles aria-hidden />} onClick={() => onCreate('readyMade')}>
              {t('readyMade.action')}
            </Button>
          </Box>
        )
      }
    />
  );
}

/** Users of the list are about to open a dashboard, and most dashboards contain a chart. */
function loadView(): void {
  import('../view/DashboardPage.tsx').then(
    () => preloadRenderers(['chart']),
    // Opening the page shows the error.
    () => {},
  );
}

/** The list of dashboards that the user may see. */
export function DashboardsPage() {
  const { t } = useTranslation('dashboards');
  const { go } = useNavigation();
  useEffect(() => whenIdle(loadView), []);
  const mayCreate = useCan('Dashboards.manage');
  const [address, changeAddress] = useSearchParams();
  const [chosen, setCreation] = useState<Creation>();
  const isLeaving = useRef(false);
  // Links from other pages open the dialog at once.
  const creation = chosen ?? (mayCreate && address.create === true ? 'blank' : undefined);
  const [dialog, setDialog] = useState<DashboardListDialog>();
  const table = useTableState({ name: 'dashboards', filters: useAccountFilter(t('column.account')), sort: byName });
  const page = useDashboards(table.query, useAccountIds(table.query.filters));
  const columns = useDashboardColumns(setDialog);
  const created = {
    onCreated: ({ id }: { id: number }) => {
      isLeaving.current = true;
      go(dashboardPath(id));
    },
    onClose: () => {
      setCreation(undefined);
      if (address.create !== undefined && !isLeaving.current) void changeAddress({ create: undefined });
    },
  };
  const ask = { onClose: () => setDialog(undefined) };
  return (
    <Page
      id="dashboards"
      title={t('title')}
      description={t('description')}
      primary={mayCreate ? { label: t('create.action'), icon: Plus, onClick: () => setCreation('blank') } : undefined}
      secondary={
        mayCreate
          ? [
              {
                label: t('readyMade.action'),
                icon: WandSparkles,
                prominent: true,
                onClick: () => setCreation('readyMade'),
              },
              { label: t('file.import'), icon: Upload, onClick: () => setCreation('import') },
            ]
          : []
      }
    >
      <DataTable<DashboardRow>
        label={t('title')}
        table={table}
        source={() => page}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        rowTo={({ id }) => dashboardPath(id)}
        searchPlaceholder={t('search')}
        empty={<FirstDashboard onCreate={mayCreate ? setCreation : undefined} />}
      />
      {creation === 'blank' && <CreateDashboardDialog {...created} />}
      {creation === 'readyMade' && <ReadyMadeDialog {...created} />}
      {creation === 'import' && <ImportDialog {...created} />}
      {dialog?.kind === 'delete' && <DeleteDashboardDialog dashboard={dialog.dashboard} {...ask} />}
      {dialog?.kind === 'duplicate' && (
        <DuplicateDashboardDialog
          dashboard={dialog.dashboard}
          onDuplicated={({ id }) => go(dashboardPath(id))}
          {...ask}
        />
      )}
    </Page>
  );
}
