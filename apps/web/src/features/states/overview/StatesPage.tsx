import { Button } from '@mui/material';
import type { StateRow } from '@stellwerk/contract/state';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { HistoryDialog } from '../history/HistoryDialog.tsx';
import { LineageDialog } from '../lineage/LineageDialog.tsx';
import { twinStatesPath } from '../paths.ts';
import { useLiveRows, useStatePage } from './overview.queries.ts';
import { TwinFilter } from './TwinFilter.tsx';
import { type StateRowDialog, useStateColumns } from './use-state-columns.tsx';
import { useStateFilters } from './use-state-filters.ts';

/** Hears one twin; hooks can't be called in a loop, components can. */
function LiveTwin({ twinId }: { twinId: number }) {
  useLiveRows(twinId);
  return null;
}

function OpenDialog({ dialog, onClose }: { dialog: StateRowDialog; onClose: () => void }) {
  const { kind, row } = dialog;
  if (kind === 'lineage') return <LineageDialog stateId={row.id} onClose={onClose} />;
  return <HistoryDialog state={row} onClose={onClose} />;
}

/** The newest values of all states that somebody may see. */
export function StatesPage() {
  const { t } = useTranslation('states');
  const { go } = useNavigation();
  const [dialog, setDialog] = useState<StateRowDialog>();
  const filters = useStateFilters();
  const table = useTableState({ name: 'states', filters });
  const page = useStatePage(table.query);
  const columns = useStateColumns(setDialog);
  const twinIds = new Set(page.data?.data.map(({ dtwin }) => dtwin.id));
  const chosen = Number(table.state.filters.twin?.[0]);
  const { twin: _, ...others } = table.state.filters;
  return (
    <Page
      id="states"
      title={t('overview.title')}
      description={t('overview.description')}
      tools={
        <TwinFilter
          twinId={chosen > 0 ? chosen : undefined}
          onChange={(twinId) =>
            table.change({ filters: twinId === undefined ? others : { ...others, twin: [String(twinId)] } })
          }
        />
      }
    >
      {[...twinIds].map((twinId) => (
        <LiveTwin key={twinId} twinId={twinId} />
      ))}
      <DataTable<StateRow>
        label={t('overview.title')}
        table={{ ...table, filters: filters.filter(({ id }) => id !== 'twin') }}
        source={() => page}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={({ title, dtwin }) => `${title}, ${dtwin.title}`}
        rowTo={({ dtwin }) => twinStatesPath(dtwin.id)}
        searchPlaceholder={t('overview.search')}
        empty={
          <EmptyState
            title={t('overview.empty')}
            description={t('overview.emptyHelp')}
            action={<Button onClick={() => go('/digitaltwin-mgmt')}>{t('overview.toTwins')}</Button>}
          />
        }
      />
      {dialog && <OpenDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}
