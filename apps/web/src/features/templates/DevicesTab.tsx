import { Box, Button } from '@mui/material';
import { type DeviceTemplate, type LinkState, linkStates } from '@stellwerk/contract/device-template';
import type { LinkedDevice } from '@stellwerk/contract/device-template-calls';
import { RefreshCw } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { type Status, StatusChip } from '../../ui/status/StatusChip.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn, TableFilter } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { devicePath } from './paths.ts';
import { useLinkedDevices, useTemplateActions } from './template.queries.ts';

const looks: Record<LinkState, Status> = { pending: 'unknown', synced: 'ok', failed: 'error' };
const byTitle = { column: 'title', descending: false };

function useColumns(): TableColumn<LinkedDevice>[] {
  const { t } = useTranslation('templates');
  return useMemo(
    () => [
      {
        id: 'title',
        title: t('column.title'),
        grow: 2,
        width: 22,
        sortable: true,
        card: 'title',
        render: ({ title, externalId }) => <TitleCell title={title} detail={externalId} />,
      },
      {
        id: 'state',
        title: t('column.status'),
        grow: 1,
        width: 24,
        sortable: true,
        card: 'status',
        render: ({ state, error, isCanary }) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <StatusChip
              status={looks[state]}
              label={t(`linkState.${state}`)}
              {...(error ? { reason: error.message } : {})}
            />
            {isCanary && <NeutralChip label={t('canary.chip')} />}
          </Box>
        ),
      },
      {
        id: 'error',
        title: t('column.reason'),
        grow: 2,
        width: 24,
        render: ({ error }) => error?.message ?? '—',
      },
      { id: 'version', title: t('column.version'), width: 10, align: 'right', render: ({ version }) => version ?? '—' },
      {
        id: 'health',
        title: t('column.health'),
        width: 14,
        render: ({ health }) => <StatusChip status={health} />,
      },
      {
        id: 'lastSeenAt',
        title: t('column.lastSeenAt'),
        width: 14,
        sortable: true,
        render: ({ lastSeenAt }) => <Age at={lastSeenAt} />,
      },
    ],
    [t],
  );
}

function useFilters(): TableFilter[] {
  const { t } = useTranslation('templates');
  return useMemo(
    () => [
      {
        id: 'state',
        label: t('column.status'),
        single: true,
        options: linkStates.map((value) => ({ value, label: t(`linkState.${value}`) })),
      },
    ],
    [t],
  );
}

/** The devices of a template with the state of their synchronisation; failed ones can be retried. */
export function DevicesTab({ template }: { template: DeviceTemplate }) {
  const { t } = useTranslation('templates');
  const { retry } = useTemplateActions();
  const table = useTableState({ name: 'template-devices', filters: useFilters(), sort: byTitle, prefix: 'devices' });
  const devices = useLinkedDevices(template.id, table.query);
  const isRetryable =
    template.abilities.update &&
    template.status !== 'inProgress' &&
    template.canary === null &&
    template.failedCount + template.pendingCount > 0;
  const run = async () => {
    try {
      await retry(template.id);
      showToast({ message: t('devices.retried') });
    } catch (error) {
      showToast({ status: 'error', message: failureOf(error).message ?? t('publish.failed') });
    }
  };
  return (
    <DataTable
      label={t('tab.devices')}
      table={table}
      source={() => devices}
      columns={useColumns()}
      rowId={({ id }) => id}
      rowLabel={({ title }) => title}
      rowTo={({ id }) => devicePath(id)}
      searchPlaceholder={t('devices.search')}
      tools={
        isRetryable && (
          <Button size="small" startIcon={<RefreshCw aria-hidden />} onClick={() => void run()}>
            {t('devices.retry')}
          </Button>
        )
      }
      empty={<EmptyState title={t('devices.empty')} description={t('devices.emptyText')} />}
    />
  );
}
