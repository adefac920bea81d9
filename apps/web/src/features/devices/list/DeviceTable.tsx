import type { DeviceRow } from '@stellwerk/contract/device';
import { useRouterState } from '@tanstack/react-router';
import { RefreshCw, SquarePen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { RowId } from '../../../ui/table/types.ts';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { useDevices } from '../device.queries.ts';
import { HealthPanel } from '../health/HealthPanel.tsx';
import { bulkEditPath, devicePath } from '../paths.ts';
import { ReparseDialog } from '../reparse/ReparseDialog.tsx';
import { useDeviceFilters } from '../use-device-filters.ts';
import { useLiveRow } from '../use-live-device.ts';
import { SearchHelp } from './SearchHelp.tsx';
import { useDeviceColumns } from './use-device-columns.tsx';

const byTitle = { column: 'title', descending: false };

/** Hears one device; hooks can't be called in a loop, components can. */
function LiveRow({ id }: { id: number }) {
  useLiveRow(id);
  return null;
}

interface DeviceTableProps {
  /** Only the devices of this smart group. */
  smartGroupId?: number;
  empty: ReactNode;
}

/** Virtual devices as rows, with search, filters and the actions for several at once. */
export function DeviceTable({ smartGroupId, empty }: DeviceTableProps) {
  const { t } = useTranslation('devices');
  const mayManage = useCan('VirtualDevice.manage');
  const mayWrite = useCan('VirtualDevice.write');
  const { go } = useNavigation();
  const searchText = useRouterState({ select: ({ location }) => location.searchStr });
  const [asked, setAsked] = useState<DeviceRow>();
  const [reparsed, setReparsed] = useState<number[]>();
  const ofGroup = smartGroupId === undefined ? {} : { prefix: 'devices' };
  const table = useTableState({ name: 'devices', filters: useDeviceFilters(), sort: byTitle, ...ofGroup });
  const page = useDevices(table.query, table.state.columns, smartGroupId);
  const columns = useDeviceColumns(setAsked);
  // The filters of a page of a group have other names in the address.
  const listSearch = smartGroupId === undefined ? searchText : '';
  return (
    <>
      {page.data?.data.map(({ id }) => (
        <LiveRow key={id} id={id} />
      ))}
      <DataTable<DeviceRow>
        label={t('title')}
        table={table}
        source={() => page}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        rowTo={({ id }) => devicePath(id)}
        searchPlaceholder={t('search')}
        tools={<SearchHelp table={table} />}
        bulkActions={[
          ...(mayWrite
            ? [{ label: t('bulkEdit'), icon: SquarePen, onRun: (ids: RowId[]) => go(bulkEditPath(ids, listSearch)) }]
            : []),
          ...(mayManage
            ? [{ label: t('reparse.action'), icon: RefreshCw, onRun: (ids: RowId[]) => setReparsed(ids.map(Number)) }]
            : []),
        ]}
        empty={empty}
      />
      {asked && <HealthPanel deviceId={asked.id} title={asked.title} onClose={() => setAsked(undefined)} />}
      {reparsed && <ReparseDialog deviceIds={reparsed} onClose={() => setReparsed(undefined)} />}
    </>
  );
}
