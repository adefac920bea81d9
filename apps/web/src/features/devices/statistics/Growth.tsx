import { Box, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { TimeModel } from '../../../ui/chart/chart-model.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { ChoiceRow } from '../../../ui/input/ChoiceRow.tsx';
import { TimeRange } from '../../../ui/time/TimeRange.tsx';
import { relative } from '../../../ui/time/time-range.ts';
import { growthSeries } from './growth-series.ts';
import { useGrowth } from './statistics.queries.ts';

const lastMonth = relative(30, 'd');
const durations = ['day', 'week', 'month'] as const;
const splits = ['connector', 'account'] as const;

/** How the number of devices grew, split by connector or by account. */
export function Growth({ tenantId }: { tenantId: number | undefined }) {
  const { t } = useTranslation('devices');
  const [range, setRange] = useState(lastMonth);
  const [duration, setDuration] = useState<(typeof durations)[number]>('day');
  const [split, setSplit] = useState<(typeof splits)[number]>('connector');
  const { data, error, refetch, isFetching } = useGrowth(tenantId, range, duration);
  const model = useMemo(
    (): TimeModel | undefined =>
      data && {
        kind: 'time',
        series: growthSeries(data, split, { total: t('statistics.all'), others: t('statistics.others') }),
      },
    [data, split, t],
  );
  return (
    <Box component="section" aria-label={t('statistics.growth')} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h2">{t('statistics.growth')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
        <TimeRange value={range} onChange={setRange} />
        <ChoiceRow
          label={t('statistics.window')}
          value={duration}
          options={durations.map((value) => ({ value, label: t(`duration.${value}`) }))}
          onChoose={setDuration}
        />
        <ChoiceRow
          label={t('statistics.split')}
          value={split}
          options={splits.map((value) => ({ value, label: t(`column.${value}`) }))}
          onChoose={setSplit}
        />
      </Box>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!error && !model && <Skeletons shape="block" height={32} />}
      {!error && model && (
        <Box aria-busy={isFetching}>
          <Chart label={t('statistics.growth')} model={model} />
        </Box>
      )}
    </Box>
  );
}
