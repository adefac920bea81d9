import { Alert, Box, Typography } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { type StatisticDuration, statisticDurations } from '@stellwerk/contract/device-statistics';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { TimeModel } from '../../../ui/chart/chart-model.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { ChoiceRow } from '../../../ui/input/ChoiceRow.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { TimeRange } from '../../../ui/time/TimeRange.tsx';
import { relative, resolveTimeRange, type TimeRangeValue } from '../../../ui/time/time-range.ts';
import { useTimeRange } from '../../../ui/time/use-time-range.ts';
import { viewerZone } from '../../../ui/time/zone-time.ts';
import { useDeviceStatistics } from './statistics.queries.ts';

const lastDay = relative(24, 'h');
/** The usual questions, with the window that fits them. */
const figures: { name: string; range: TimeRangeValue; duration: StatisticDuration }[] = [
  { name: 'last24Hours', range: lastDay, duration: 'hour' },
  { name: 'today', range: { kind: 'calendar', preset: 'today' }, duration: 'hour' },
  { name: 'lastWeek', range: relative(7, 'd'), duration: 'day' },
  { name: 'lastMonth', range: relative(30, 'd'), duration: 'day' },
];

function Figure({
  deviceId,
  range,
  duration,
}: {
  deviceId: number;
  range: TimeRangeValue;
  duration: StatisticDuration;
}) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const { data, error } = useDeviceStatistics(deviceId, range, duration);
  if (error) return '—';
  if (!data) return '…';
  const sum = (name: 'accepted' | 'rejected') => data.buckets.reduce((total, bucket) => total + bucket[name], 0);
  const rejected = sum('rejected');
  const accepted = formats.number(sum('accepted'));
  return rejected > 0 ? t('statistics.withRejected', { accepted, rejected: formats.number(rejected) }) : accepted;
}

/** How many packets a device sent. */
export function StatisticsTab({ device }: { device: Pick<Device, 'id' | 'title'> }) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const [range, setRange] = useTimeRange(lastDay);
  const [search, change] = useSearchParams();
  const duration = statisticDurations.find((each) => each === search.window) ?? 'hour';
  const { data, error, refetch, isFetching } = useDeviceStatistics(device.id, range, duration);
  const model = useMemo((): TimeModel | undefined => {
    const points = (name: 'accepted' | 'rejected') =>
      (data?.buckets ?? []).map((bucket) => [Date.parse(bucket.at), bucket[name]] as const);
    return (
      data && {
        kind: 'time',
        series: [
          { name: t('statistics.accepted'), points: points('accepted'), shape: 'bar' },
          { name: t('statistics.rejected'), points: points('rejected'), shape: 'bar' },
        ],
      }
    );
  }, [data, t]);
  const beginsBefore =
    data?.keptSince && Date.parse(data.keptSince) > resolveTimeRange(range, Date.now(), viewerZone()).fromMs;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' },
      }}
    >
      <Card
        title={t('statistics.packets')}
        subtitle={viewerZone()}
        action={<TimeRange value={range} onChange={setRange} />}
      >
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Box sx={{ mx: -1.25, maxWidth: '24rem' }}>
            <ChoiceRow
              label={t('statistics.window')}
              value={duration}
              options={statisticDurations.map((value) => ({ value, label: t(`duration.${value}`) }))}
              onChoose={(value) => change({ window: value === 'hour' ? undefined : value }, { replace: false })}
            />
          </Box>
          {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
          {!error && !model && <Skeletons shape="block" height={36} />}
          {!error && model && (
            <Box aria-busy={isFetching}>
              <Chart label={t('statistics.packetsOf', { title: device.title })} model={model} height={36} />
            </Box>
          )}
          {data?.keptSince && beginsBefore && (
            <Alert severity="info">{t('statistics.keptSince', { at: formats.dateTime(data.keptSince) })}</Alert>
          )}
        </Box>
      </Card>
      <Card title={t('statistics.overview')}>
        <Facts
          facts={figures.map(({ name, ...figure }) => ({
            label: t(`statistics.${name}`),
            value: <Figure deviceId={device.id} {...figure} />,
          }))}
        />
        <Typography variant="caption" color="textMuted" component="p" sx={{ mt: 1.5 }}>
          {t('statistics.counted')}
        </Typography>
      </Card>
    </Box>
  );
}
