import { Box } from '@mui/material';
import type { Position } from '@stellwerk/contract/geo';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { MapView } from '../../../ui/map/MapView.tsx';
import { boundsOf } from '../../../ui/map/map-position.ts';
import type { MapObject } from '../../../ui/map/map-types.ts';
import type { TilePlace, VisualProps } from './tile-types.ts';

const height = 26;
const nowhere: readonly TilePlace[] = [];

interface WayProps {
  state: VisualProps['state'];
  here: TilePlace;
  track: readonly TilePlace[];
}

/** A marker where the twin is, at the end of the way that it came. */
function Way({ state: { stateId, status, title }, here, track }: WayProps) {
  const { latitude, longitude } = here;
  const objects = useMemo(
    (): MapObject[] => [{ id: stateId, latitude, longitude, status, label: title }],
    [stateId, latitude, longitude, status, title],
  );
  const line = useMemo(() => track.map((place): Position => [place.longitude, place.latitude]), [track]);
  const fit = useMemo(() => boundsOf([...track, { latitude, longitude }]), [track, latitude, longitude]);
  return <MapView label={title} objects={objects} track={line} fit={fit} height={height} />;
}

/** Where the twin is, and where it was in the time range. */
export function MapVisual({ state, position, loadTrack }: VisualProps) {
  const { t } = useTranslation('states');
  const { timeRange } = state.visualisation;
  const track = useQuery({
    queryKey: ['states', 'track', state.stateId, timeRange],
    queryFn: async () => (await loadTrack?.(timeRange)) ?? nowhere,
    staleTime: 60_000,
  });
  const here = position ?? track.data?.at(-1);
  if (track.error) return <ErrorState compact error={track.error} onRetry={() => void track.refetch()} />;
  if (track.isPending) return <Skeletons shape="block" height={height} />;
  return (
    <Box sx={{ width: '100%', borderRadius: 0.75, overflow: 'hidden' }}>
      {here ? (
        <Way state={state} here={here} track={track.data} />
      ) : (
        <EmptyState compact title={t('tile.noPlace')} description={t('tile.noPlaceHelp')} />
      )}
    </Box>
  );
}
