import { Box, Button, Typography } from '@mui/material';
import { idFromText } from '@stellwerk/contract/core/id';
import type { Flow } from '@stellwerk/contract/flow';
import { flowTriggers } from '@stellwerk/contract/flow-event';
import { Plus, Workflow } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { Page } from '../../ui/page/Page.tsx';
import { type Status, StatusChip } from '../../ui/status/StatusChip.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn, TableFilter } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { EditFlow, NewFlow } from './FlowEditor.tsx';
import { useFlows } from './flow.queries.ts';
import { flowPath, newFlowPath } from './paths.ts';

const byName = { column: 'name', descending: false };

type State = 'isActive' | 'isInactive' | 'hasFailed';

const stateOf = ({ active, deadLetters }: Flow): State =>
  active ? (deadLetters > 0 ? 'hasFailed' : 'isActive') : 'isInactive';
const statuses: Record<State, Status> = { isActive: 'ok', isInactive: 'unknown', hasFailed: 'warning' };

function useColumns(): TableColumn<Flow>[] {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('field.name'),
        grow: 3,
        width: 26,
        sortable: true,
        card: 'title',
        render: (flow) => <TitleCell title={flow.name} detail={flow.description} />,
      },
      {
        id: 'state',
        title: t('field.state'),
        width: 22,
        card: 'status',
        render: (flow) => <StatusChip status={statuses[stateOf(flow)]} label={t(`flow.${stateOf(flow)}`)} />,
      },
      {
        id: 'trigger',
        title: t('field.trigger'),
        grow: 1,
        width: 24,
        render: ({ trigger }) => t(`trigger.${trigger}`),
      },
      {
        id: 'steps',
        title: t('flow.steps'),
        width: 11,
        align: 'right',
        render: ({ steps }) => formats.number(steps.length),
      },
      { id: 'sent', title: t('flow.sent'), width: 12, align: 'right', render: ({ sent }) => formats.number(sent) },
      {
        id: 'deadLetters',
        title: t('flow.tab.inbox'),
        width: 14,
        align: 'right',
        render: ({ deadLetters }) => formats.number(deadLetters),
      },
      {
        id: 'lastAt',
        title: t('flow.lastMessage'),
        width: 18,
        render: ({ lastAt, lastFailure }) => (
          <Box>
            {lastAt ? <Age at={lastAt} /> : '—'}
            {lastFailure && (
              <Typography variant="caption" component="div" color="error" noWrap title={lastFailure.message}>
                {lastFailure.message}
              </Typography>
            )}
          </Box>
        ),
      },
      { id: 'account', title: t('field.account'), grow: 1, width: 16, render: ({ tenantName }) => tenantName },
      {
        id: 'updatedAt',
        title: t('field.updatedAt'),
        width: 14,
        sortable: true,
        optional: true,
        render: ({ updatedAt }) => <Age at={updatedAt} />,
      },
      {
        id: 'createdAt',
        title: t('field.createdAt'),
        width: 14,
        sortable: true,
        optional: true,
        render: ({ createdAt }) => <Age at={createdAt} />,
      },
    ],
    [t, formats],
  );
}

function useFlowFilters(): TableFilter[] {
  const { t } = useTranslation('flows');
  return useMemo(
    () => [
      {
        id: 'trigger',
        label: t('field.trigger'),
        single: true,
        options: flowTriggers.map((value) => ({ value, label: t(`trigger.${value}`) })),
      },
      {
        id: 'active',
        label: t('field.state'),
        single: true,
        options: [
          { value: 'true', label: t('flow.isActive') },
          { value: 'false', label: t('flow.isInactive') },
        ],
      },
    ],
    [t],
  );
}

function FlowList() {
  const { t } = useTranslation('flows');
  const { go } = useNavigation();
  const table = useTableState({ name: 'flows', filters: useFlowFilters(), sort: byName });
  const create = () => go(newFlowPath);
  return (
    <Page
      id="flows"
      title={t('flows.title')}
      description={t('flows.description')}
      primary={{ label: t('flow.create'), icon: Plus, onClick: create }}
    >
      <DataTable
        label={t('flows.title')}
        table={table}
        source={useFlows}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        rowTo={({ id }) => flowPath(id)}
        searchPlaceholder={t('flows.search')}
        empty={
          <EmptyState
            icon={Workflow}
            title={t('flows.empty')}
            description={t('flows.emptyText')}
            action={
              <Button variant="contained" startIcon={<Plus aria-hidden />} onClick={create}>
                {t('flow.create')}
              </Button>
            }
          />
        }
      />
    </Page>
  );
}

/** The flows, or the one of the address: the specification has one screen for both. */
export function FlowsPage() {
  const [{ flow }] = useSearchParams();
  const id = idFromText(String(flow));
  if (flow === 'new') return <NewFlow />;
  return id === undefined ? <FlowList /> : <EditFlow id={id} />;
}
