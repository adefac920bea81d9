import { Button } from '@mui/material';
import { Cpu, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { CreateDriverDialog } from './CreateDriverDialog.tsx';
import { useDrivers } from './driver.queries.ts';
import { driverPath } from './paths.ts';
import { useDriverColumns } from './use-driver-columns.tsx';
import { useDriverFilters } from './use-driver-filters.ts';

const byTitle = { column: 'title', descending: false };

/** All drivers: what turns the packets of devices into values. */
export function DriversPage() {
  const { t } = useTranslation('drivers');
  const mayManage = useCan('DeviceDriver.manage');
  const [isCreating, setCreating] = useState(false);
  const table = useTableState({ name: 'drivers', filters: useDriverFilters(), sort: byTitle });
  const create = () => setCreating(true);
  return (
    <Page
      id="drivers"
      title={t('title')}
      description={t('description')}
      primary={mayManage ? { label: t('create.action'), icon: Plus, onClick: create } : undefined}
    >
      <DataTable
        label={t('title')}
        table={table}
        source={useDrivers}
        columns={useDriverColumns()}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        rowTo={({ id }) => driverPath(id)}
        searchPlaceholder={t('search')}
        empty={
          <EmptyState
            icon={Cpu}
            title={t('empty.title')}
            description={t('empty.description')}
            action={
              mayManage && (
                <Button variant="contained" startIcon={<Plus aria-hidden />} onClick={create}>
                  {t('create.action')}
                </Button>
              )
            }
          />
        }
      />
      {isCreating && <CreateDriverDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
