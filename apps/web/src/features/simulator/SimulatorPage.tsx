import { Button } from '@mui/material';
import { createFleet } from '@stellwerk/contract/fleet';
import { Plus, RadioTower } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { CreateFleetDialog } from './CreateFleetDialog.tsx';
import { FleetDialogs } from './FleetDialogs.tsx';
import { useFleets } from './fleet.queries.ts';
import { useFleetColumns } from './use-fleet-columns.tsx';
import { type FleetDialog, twinPathOf } from './use-fleet-menu.ts';

const byName = { column: 'name', descending: false };
const noFilters = [] as const;

/** Fleets of simulated devices: creates, shows and deletes them. */
export function SimulatorPage() {
  const { t } = useTranslation('simulator');
  const mayCreate = useCan(createFleet.permission);
  const [isCreating, setCreating] = useState(false);
  const [dialog, setDialog] = useState<FleetDialog>();
  const table = useTableState({ name: 'fleets', filters: noFilters, sort: byName });
  const create = { label: t('create.action'), icon: Plus, onClick: () => setCreating(true) };
  return (
    <Page id="simulator" title={t('title')} description={t('description')} {...(mayCreate ? { primary: create } : {})}>
      <DataTable
        label={t('title')}
        table={table}
        source={useFleets}
        columns={useFleetColumns(setDialog)}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        rowTo={(fleet) => twinPathOf(fleet)}
        searchPlaceholder={t('search')}
        empty={
          <EmptyState
            icon={RadioTower}
            title={t('empty.title')}
            description={t('empty.description')}
            action={
              mayCreate && (
                <Button variant="contained" startIcon={<Plus aria-hidden />} onClick={create.onClick}>
                  {create.label}
                </Button>
              )
            }
          />
        }
      />
      {isCreating && <CreateFleetDialog onClose={() => setCreating(false)} />}
      <FleetDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </Page>
  );
}
