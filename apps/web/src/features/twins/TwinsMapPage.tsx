import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { SearchInput } from '../../ui/input/SearchInput.tsx';
import { useGo } from '../../ui/navigation/use-go.ts';
import { FilterBar } from '../../ui/table/FilterBar.tsx';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { TwinsMap } from '../twin-map/index.ts';
import { TwinsFrame } from './TwinsFrame.tsx';
import { filterQuery } from './twin-filter.ts';
import { useTwinFilters } from './use-twin-filters.ts';

/** All twins that fit search and filters, on the map. */
export function TwinsMapPage() {
  const { t } = useTranslation('twins');
  const { go } = useGo();
  const { account } = useChosenAccount();
  const { state, filters, change } = useTableState({ name: 'twins', filters: useTwinFilters() });
  return (
    <TwinsFrame view="map" onCreated={({ id }) => go(`/digitaltwin-mgmt/${id}`)}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box
          role="search"
          aria-label={t('title')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
        >
          <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 18.75rem' } }}>
            <SearchInput
              value={state.search}
              onChange={(search) => change({ search })}
              label={t('picker.search')}
              placeholder={t('search')}
            />
          </Box>
          <FilterBar filters={filters} values={state.filters} onChange={(values) => change({ filters: values })} />
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
          <TwinsMap
            label={t('title')}
            filter={filterQuery({ search: state.search, filters: state.filters, tenantId: account?.id })}
            rememberAs="twins"
          />
        </Box>
      </Box>
    </TwinsFrame>
  );
}
