import { Typography } from '@mui/material';
import type { SmartGroup } from '@stellwerk/contract/smart-group';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { TimeModel } from '../../../ui/chart/chart-model.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import type { TimeRangeValue } from '../../../ui/time/time-range.ts';
import { viewerZone } from '../../../ui/time/zone-time.ts';
import { useGroupPackets } from '../group.queries.ts';

interface PacketChartProps {
  group: Pick<SmartGroup, 'id' | 'title'>;
  range: TimeRangeValue;
  duration: 'hour' | 'day';
}

/** The packets of all devices of a group, by hour or day. Buckets that were not counted are gaps. */
export function PacketChart({ group, range, duration }: PacketChartProps) {
  const { t } = useTranslation('smart-groups');
  const { data, error, refetch } = useGroupPackets(group.id, range, duration);
  const model = useMemo((): TimeModel | undefined => {
    if (!data) return undefined;
    const [fromMs, untilMs] = [Date.parse(data.countedSince ?? ''), Date.parse(data.countedUntil ?? '')];
    const points = data.buckets
      .map(({ at, accepted }) => [Date.parse(at), accepted] as const)
      // The first day is counted in part.
      .filter(([at]) => at < untilMs && (duration === 'day' || at >= fromMs));
    return { kind: 'time', series: [{ name: t('packets.series'), points, shape: 'bar' }] };
  }, [data, duration, t]);
  return (
    <Card title={t(`packets.by.${duration}`)} subtitle={viewerZone()}>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!error && !model && <Skeletons shape="block" height={28} />}
      {!error && model && <Chart label={t('packets.label', { title: group.title })} model={model} height={28} />}
      {data && data.countedUntil === null && (
        <Typography variant="caption" color="textMuted">
          {t('packets.soon')}
        </Typography>
      )}
    </Card>
  );
}
