import { Box } from '@mui/material';
import { connectorStates } from '@stellwerk/contract/connector';
import { Plug, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { TableFilter } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { ConnectorDialogs } from './ConnectorDialogs.tsx';
import { useConnectorKinds, useConnectors } from './connector.queries.ts';
import type { ConnectorDialog } from './connector-actions.ts';
import { sortedKinds } from './kinds/all-kinds.ts';
import { KindCards } from './kinds/KindCards.tsx';
import { useKindTexts } from './kinds/use-kind-texts.ts';
import { createPath, editPath } from './paths.ts';
import { useConnectorColumns } from './use-connector-columns.tsx';

const byName = { column: 'name', descending: false };

function useFilters(): TableFilter[] {
  const { t } = useTranslation('connectors');
  const texts = useKindTexts();
  const { data: kinds } = useConnectorKinds();
  return useMemo(
    () => [
      {
        id: 'state',
        label: t('column.state'),
        single: true,
        options: connectorStates.map((value) => ({
          value,
          label: value === 'connected' ? t('state.connectedOrReady') : t(`state.${value}`),
        })),
      },
      {
        id: 'types',
        label: t('column.type'),
        options: sortedKinds(kinds ?? []).map(({ type }) => ({ value: type, label: texts.title(type) })),
      },
    ],
    [t, texts, kinds],
  );
}

/** What a connector is, and the kinds to begin with. */
function NoConnectors() {
  const { t } = useTranslation('connectors');
  const { data: kinds } = useConnectorKinds();
  return (
    <Box sx={{ pb: 3 }}>
      <EmptyState icon={Plug} title={t('empty.title')} description={t('empty.description')} />
      <Box sx={{ px: 3 }}>{kinds && <KindCards kinds={kinds} toOf={createPath} />}</Box>
    </Box>
  );
}

/** Every link to another system, and how it is doing. */
export function ConnectorsPage() {
  const { t } = useTranslation('connectors');
  const [dialog, setDialog] = useState<ConnectorDialog>();
  const table = useTableState({ name: 'connectors', filters: useFilters(), sort: byName });
  return (
    <Page
      id="connectors"
      title={t('title')}
      description={t('description')}
      primary={{ label: t('create.action'), icon: Plus, to: createPath() }}
    >
      <DataTable
        label={t('title')}
        table={table}
        source={useConnectors}
        columns={useConnectorColumns(setDialog)}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        rowTo={(connector) => editPath(connector)}
        searchPlaceholder={t('search')}
        empty={<NoConnectors />}
      />
      <ConnectorDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </Page>
  );
}
