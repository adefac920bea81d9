import { Alert, Box } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { readDeviceGeoHistory } from '@stellwerk/contract/device-map';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MapPinOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { MapView } from '../../../ui/map/MapView.tsx';
import { boundsOf } from '../../../ui/map/map-position.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { TimeRange } from '../../../ui/time/TimeRange.tsx';
import { relative, resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../../ui/time/time-range.ts';
import { useTimeRange } from '../../../ui/time/use-time-range.ts';
import { viewerZone } from '../../../ui/time/zone-time.ts';
import { collectTrack } from '../../twin-map/index.ts';
import { statusOfHealth } from '../health/status-of-health.ts';

const lastWeek = relative(7, 'd');

const useDeviceTrack = (id: number, range: TimeRangeValue) =>
  useQuery({
    queryKey: ['devices', 'track', id, timeRangeToText(range)],
    queryFn: ({ signal }) => {
      const { fromMs, toMs } = resolveTimeRange(range, Date.now(), viewerZone());
      const span = { dateStart: new Date(fromMs).toISOString(), dateEnd: new Date(toMs).toISOString() };
      return collectTrack(span, (query) => call(readDeviceGeoHistory, { params: { id }, query }, { signal }));
    },
    placeholderData: keepPreviousData,
  });

/** Where a device is, and where it was. */
export function TrackTab({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const [range, setRange] = useTimeRange(lastWeek);
  const track = useDeviceTrack(device.id, range);
  const { id, title, health, latitude, longitude } = device;
  const objects = useMemo(
    () =>
      latitude === null || longitude === null
        ? []
        : [{ id, label: title, status: statusOfHealth(health), latitude, longitude }],
    [id, title, health, latitude, longitude],
  );
  const points = track.data ?? [];
  const places = [...objects, ...points.map(([east, north]) => ({ longitude: east, latitude: north }))];
  return (
    <Card title={t('track.title')} padded={false} action={<TimeRange value={range} onChange={setRange} />}>
      {track.error && <ErrorState compact error={track.error} onRetry={() => void track.refetch()} />}
      {track.data && points.length === 0 && places.length > 0 && (
        <Box sx={{ px: 2, pb: 2 }}>
          <Alert severity="info">{t('track.none')}</Alert>
        </Box>
      )}
      {track.data && places.length === 0 ? (
        <EmptyState icon={MapPinOff} title={t('track.noPlace')} description={t('track.noPlaceHelp')} />
      ) : (
        <MapView
          label={t('track.of', { title })}
          objects={objects}
          track={points}
          fit={boundsOf(places)}
          embedded
          height={60}
        />
      )}
    </Card>
  );
}
