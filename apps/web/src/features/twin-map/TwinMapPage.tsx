import { Box } from '@mui/material';
import { twinTypes } from '@stellwerk/contract/twin';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { Page } from '../../ui/page/Page.tsx';
import { FilterBar } from '../../ui/table/FilterBar.tsx';
import type { TableFilter } from '../../ui/table/types.ts';
import { TwinIcon, useTwin } from '../twins/index.ts';
import { filterFromSearch, filterToSearch, mapFilterOf } from './map-filter.ts';
import { TwinsMap } from './TwinsMap.tsx';
import { useStateKeys, useTrack } from './twin-map.queries.ts';

const trackHours = [0, 24, 24 * 7, 24 * 30];

function useFilters(twinId: number): TableFilter[] {
  const { t } = useTranslation('twin-map');
  const keys = useStateKeys(twinId);
  const keyText = JSON.stringify(keys);
  return useMemo(() => {
    const known: { key: string; title: string }[] = JSON.parse(keyText);
    return [
      {
        id: 'values',
        label: t('filter.values'),
        options: known.map(({ key, title }) => ({ value: key, label: title })),
      },
      { id: 'tags', label: t('filter.tags') },
      {
        id: 'types',
        label: t('filter.types'),
        options: twinTypes.map((value) => ({ value, label: t(`type.${value}`) })),
      },
      {
        id: 'areas',
        label: t('filter.areas'),
        options: ['excludeZones', 'hideStateless'].map((value) => ({ value, label: t(`filter.${value}`) })),
      },
    ];
  }, [t, keyText]);
}

function TrackChoice({ hours, onChange }: { hours: number; onChange: (hours: number) => void }) {
  const { t } = useTranslation('twin-map');
  return (
    <SelectField
      label={t('track.label')}
      value={hours}
      options={trackHours.map((value) => ({ value, label: t(`track.hours${value}`) }))}
      onChange={onChange}
      sx={{ minWidth: (theme) => theme.spacing(18) }}
    />
  );
}

/** A twin and everything below it on the map. */
export function TwinMapPage() {
  const { t } = useTranslation('twin-map');
  const { twinId } = useParams({ strict: false });
  const id = Number(twinId);
  const { data: twin, error, refetch } = useTwin(id);
  const filters = useFilters(id);
  const [search, change] = useSearchParams();
  const [hours, setHours] = useState(0);
  const track = useTrack(id, hours);
  const values = filterFromSearch(search);
  if (!twin) {
    return (
      <Page id="twin-map" title={t('title')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="block" />}
      </Page>
    );
  }
  return (
    <Page
      id="twin-map"
      title={twin.title}
      icon={<TwinIcon twin={twin} size="1.5rem" />}
      facts={<InternalLink to={`/digitaltwin-mgmt/${id}`}>{t('panel.open')}</InternalLink>}
      tools={<TrackChoice hours={hours} onChange={setHours} />}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <FilterBar filters={filters} values={values} onChange={(next) => void change(filterToSearch(next))} />
        </Box>
        <Box
          sx={{
            // The shell and the head of the page take the rest of the window.
            height: (theme) => `max(${theme.spacing(55)}, calc(100dvh - ${theme.spacing(34)}))`,
            border: 1,
            borderColor: 'border.main',
            borderRadius: 1,
            overflow: 'hidden',
          }}
        >
          <TwinsMap
            key={id}
            label={twin.title}
            filter={{ twinId: String(id), ...mapFilterOf(values) }}
            rememberAs={`twin.${id}`}
            {...(track.data && hours > 0 ? { track: track.data } : {})}
          />
        </Box>
      </Box>
    </Page>
  );
}
