import { Box } from '@mui/material';
import type { HistoryDuration } from '@stellwerk/contract/state-history';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { TimeModel } from '../../../ui/chart/chart-model.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import type { TimeRangeValue } from '../../../ui/time/time-range.ts';
import { type Aggregation, useHistoryLine } from '../history.queries.ts';
import { lineGapMs, pointsOf } from '../tiles/chart-points.ts';
import type { HistoryTarget } from './history-target.ts';

const height = 36;
const minuteMs = 60_000;
/** The longest an interval can be, for telling a gap. */
const durationMs: Record<HistoryDuration, number> = {
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': 60 * minuteMs,
  '6h': 360 * minuteMs,
  '1d': 25 * 60 * minuteMs,
  '1w': 170 * 60 * minuteMs,
  '1mo': 745 * 60 * minuteMs,
};

export interface HistoryChartProps {
  state: HistoryTarget;
  range: TimeRangeValue;
  aggregation: Aggregation | null;
}

function shapeOf(valueType: HistoryTarget['valueType'], aggregation: Aggregation | null) {
  if (aggregation) return aggregation.method === 'sum' || aggregation.method === 'count' ? 'bar' : 'line';
  return valueType === 'boolean' ? 'step' : 'line';
}

export function HistoryChart({ state, range, aggregation }: HistoryChartProps) {
  const { t } = useTranslation('states');
  const line = useHistoryLine(state.id, range, aggregation);
  const { data } = line;
  const { title, unit, valueType, validSeconds } = state;
  const model = useMemo((): TimeModel | undefined => {
    if (!data) return undefined;
    const points = pointsOf(data);
    const { binMs } = data;
    const gapAfterMs = aggregation
      ? durationMs[aggregation.duration] * 1.5
      : lineGapMs({ points, binMs, validSeconds });
    const counts = aggregation?.method === 'count';
    return {
      kind: 'time',
      series: [
        {
          name: aggregation ? `${title} · ${t(`method.${aggregation.method}`)}` : title,
          unit: unit && !counts ? unit : undefined,
          points,
          shape: shapeOf(valueType, aggregation),
          answers: valueType === 'boolean' && !aggregation ? { no: t('value.no'), yes: t('value.yes') } : undefined,
        },
      ],
      fromMs: data.fromMs,
      toMs: data.toMs,
      gapAfterMs,
      zoom: true,
    };
  }, [data, aggregation, title, unit, valueType, validSeconds, t]);
  if (line.error) return <ErrorState compact error={line.error} onRetry={() => void line.refetch()} />;
  if (!model) return <Skeletons shape="block" height={height} />;
  return (
    <Box aria-busy={line.isFetching}>
      <Chart label={title} model={model} height={height} />
    </Box>
  );
}
