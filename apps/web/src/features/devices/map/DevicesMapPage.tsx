import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { SearchInput } from '../../../ui/input/SearchInput.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { FilterBar } from '../../../ui/table/FilterBar.tsx';
import { useTableState } from '../../../ui/table/use-table-state.ts';
import { mapParametersToSearch, parseMapParameters, TwinMap } from '../../twin-map/index.ts';
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
  const { state, filters, change } = table;
  const [search, changeSearch] = useSearchParams();
  // By content: filters are made anew with each drawing.
  const filterText = JSON.stringify(filterOf({ search: state.search, filters: state.filters, tenantId: account?.id }));
  const source = useMemo(() => createDeviceMapSource(JSON.parse(filterText)), [filterText]);
  return (
    <DevicesFrame view="map">
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box
          role="search"
          aria-label={t('title')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
        >
          <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 18.75rem' } }}>
            <SearchInput
              value={state.search}
              onChange={(text) => change({ search: text })}
              label={t('searchLabel')}
              placeholder={t('search')}
            />
          </Box>
          <FilterBar filters={filters} values={state.filters} onChange={(values) => change({ filters: values })} />
          <SearchHelp table={table} />
        </Box>
        <Box
          sx={{
            // What the shell and the head of the page leave of the window.
            height: (theme) => `max(${theme.spacing(55)}, calc(100dvh - ${theme.spacing(32)}))`,
            border: 1,
            borderColor: 'border.main',
            borderRadius: 1,
            overflow: 'hidden',
          }}
        >
          <TwinMap
            label={t('title')}
            source={source}
            view={parseMapParameters(search)}
            onView={(changes) => void changeSearch(mapParametersToSearch(changes))}
            detail={(id) => <DeviceOnMap deviceId={id} />}
            rememberAs="devices"
          />
        </Box>
      </Box>
    </DevicesFrame>
  );
}
