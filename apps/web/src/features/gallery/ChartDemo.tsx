import { Stack, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { TimeRange } from '../../ui/time/TimeRange.tsx';
import { relative, resolveTimeRange } from '../../ui/time/time-range.ts';
import { useTimeRange } from '../../ui/time/use-time-range.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';
import { DemoGrid } from './DemoGrid.tsx';
import {
  barModel,
  customModel,
  emptyModel,
  gaugeModel,
  heatmapModel,
  limitModel,
  manySeries,
  timeModel,
} from './sample-charts.ts';

const lastDay = relative(24, 'h');

function weekdays(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(2024, 0, 1 + index)));
}

function LimitDemo() {
  const { t } = useTranslation('gallery');
  const [limit, setLimit] = useState(1_100);
  const mark = t('chart.mark');
  const model = useMemo(() => limitModel(limit, mark), [limit, mark]);
  const line = { id: 'limit', value: limit, label: t('chart.limitOf'), text: `> ${limit} ppm`, onMove: setLimit };
  return (
    <Card title={t('chart.limits')} subtitle="CO₂ · ppm">
      <Chart label="CO₂" model={model} limits={[line]} />
    </Card>
  );
}

export function ChartDemo() {
  const { t } = useTranslation('gallery');
  const formats = useFormats();
  const zone = viewerZone();
  const [range, setRange] = useTimeRange(lastDay);
  const { fromMs, toMs } = useMemo(() => resolveTimeRange(range, Date.now(), zone), [range, zone]);
  const limit = t('chart.limit');
  const line = useMemo(() => ({ ...timeModel(limit, zone), fromMs, toMs }), [limit, zone, fromMs, toMs]);
  const heatmap = useMemo(() => heatmapModel(weekdays(formats.locale)), [formats]);
  return (
    <Stack spacing={2}>
      <Card title="CO₂" subtitle={`ppm · ${zone}`} action={<TimeRange value={range} onChange={setRange} />}>
        <Chart label="CO₂" model={line} />
        <Typography variant="caption" color="textMuted" component="div" sx={{ mt: 1 }}>
          {`${formats.exactTime(fromMs)} – ${formats.exactTime(toMs)}`}
        </Typography>
      </Card>
      <LimitDemo />
      <DemoGrid minWidth="24rem">
        <Card title={t('chart.many')} subtitle={t('chart.zoom')}>
          <Chart label={t('chart.many')} model={manySeries} />
        </Card>
        <Card title={t('chart.heatmap')} subtitle="ppm">
          <Chart label={t('chart.heatmap')} model={heatmap} height={24} />
        </Card>
        <Card title={t('chart.bar')} subtitle="m³">
          <Chart label={t('chart.bar')} model={barModel} height={24} />
        </Card>
        <Card title={t('chart.gauge')}>
          <Chart label={t('chart.gauge')} model={gaugeModel} height={16} />
        </Card>
        <Card title={t('chart.custom')}>
          <Chart label={t('chart.custom')} model={customModel} height={20} />
        </Card>
        <Card title={t('chart.none')}>
          <Chart label={t('chart.none')} model={emptyModel} height={20} />
        </Card>
      </DemoGrid>
    </Stack>
  );
}
