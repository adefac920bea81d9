import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { FilteredView } from '../../../ui/table/FilteredView.tsx';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { TwinMap, useMapParameters } from '../../twin-map/index.ts';
import { filterOf } from '../device-filter.ts';
import { DevicesFrame } from '../list/DevicesFrame.tsx';
import { SearchHelp } from '../list/SearchHelp.tsx';
import { useDeviceFilters } from '../use-device-filters.ts';
import { DeviceOnMap } from './DeviceOnMap.tsx';
import { createDeviceMapSource } from './device-map-source.ts';

/** All virtual devices that fit search and filters, on the map. */
export function DevicesMapPage() {
  const { t } = useTranslation('devices');
  const { account } = useChosenAccount();
  const table = useTableState({ name: 'devices', filters: useDeviceFilters() });
  const { state } = table;
  const [view, changeView] = useMapParameters();
  // Compared by content, because filters are new objects on each render.
  const filterText = JSON.stringify(filterOf({ search: state.search, filters: state.filters, tenantId: account?.id }));
  const source = useMemo(() => createDeviceMapSource(JSON.parse(filterText)), [filterText]);
  return (
    <DevicesFrame view="map">
      <FilteredView
        label={t('title')}
        searchLabel={t('searchLabel')}
        searchPlaceholder={t('search')}
        table={table}
        tools={<SearchHelp table={table} />}
      >
        <TwinMap
          label={t('title')}
          source={source}
          view={view}
          onView={changeView}
          detail={(id) => <DeviceOnMap deviceId={id} />}
          rememberAs="devices"
        />
      </FilteredView>
    </DevicesFrame>
  );
}
