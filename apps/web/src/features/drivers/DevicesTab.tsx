import { Box } from '@mui/material';
import { type DeviceRow, listDevices } from '@stellwerk/contract/device';
import type { Driver } from '@stellwerk/contract/driver';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { Age } from '../../ui/value/Age.tsx';
import { useLinkedDevices } from './driver.queries.ts';
import { devicePath, devicesOfDriver } from './paths.ts';

const byTitle = { column: 'title', descending: false };

function useColumns(newest: number | null): TableColumn<DeviceRow>[] {
  const { t } = useTranslation('drivers');
  return useMemo(
    () => [
      {
        id: 'title',
        title: t('column.title'),
        grow: 2,
        width: 24,
        sortable: true,
        card: 'title',
        render: ({ title, externalId }) => <TitleCell title={title} detail={externalId} />,
      },
      {
        id: 'health',
        title: t('devices.health'),
        width: 16,
        sortable: true,
        card: 'status',
        render: ({ disabled, health }) =>
          disabled ? <NeutralChip label={t('devices.disabled')} /> : <StatusChip status={health} />,
      },
      {
        id: 'version',
        title: t('column.version'),
        width: 18,
        render: ({ driver }) => {
          const number = driver?.version ?? null;
          if (number === null) return '—';
          return number === newest ? String(number) : t('devices.older', { number });
        },
      },
      { id: 'connector', title: t('devices.connector'), grow: 1, width: 16, render: ({ connector }) => connector.name },
      { id: 'account', title: t('column.account'), grow: 1, width: 16, render: ({ tenantName }) => tenantName },
      {
        id: 'lastSeenAt',
        title: t('devices.lastSeenAt'),
        width: 14,
        sortable: true,
        render: ({ lastSeenAt }) => <Age at={lastSeenAt} />,
      },
    ],
    [t, newest],
  );
}

/** The devices that are read with this driver. */
export function DevicesTab({ driver }: { driver: Driver }) {
  const { t } = useTranslation('drivers');
  const maySee = useCan(listDevices.permission);
  const table = useTableState({ name: 'driver-devices', sort: byTitle, prefix: 'devices' });
  const { id } = driver;
  const devices = useLinkedDevices(id, table.query);
  const columns = useColumns(driver.publishedVersion);
  if (!maySee) return <EmptyState variant="no-permission" />;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <DataTable
        label={t('tab.devices')}
        table={table}
        source={() => devices}
        columns={columns}
        rowId={(device) => device.id}
        rowLabel={({ title }) => title}
        rowTo={(device) => devicePath(device.id)}
        searchPlaceholder={t('devices.search')}
        tools={<InternalLink to={devicesOfDriver(id)}>{t('devices.open')}</InternalLink>}
        empty={<EmptyState title={t('devices.empty')} description={t('devices.emptyText')} />}
      />
    </Box>
  );
}
