import { Box, Typography } from '@mui/material';
import type { RuleConditions } from '@stellwerk/contract/rule';
import type { HistorySeries } from '@stellwerk/contract/state-history';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { TimeModel, TimeSeries } from '../../../ui/chart/chart-model.ts';
import type { ReplayResult } from '../run.queries.ts';
import { comparisonSigns } from '../texts/comparison-signs.ts';
import { thresholdsOf, withThreshold } from './thresholds.ts';
import { isComparable, type LineGroup, linePoints, marksIn } from './travel-lines.ts';

interface TravelChartProps {
  group: LineGroup;
  lines: { series: readonly HistorySeries[]; fromMs: number; toMs: number };
  result: ReplayResult;
  conditions: RuleConditions;
  cursorMs: number | undefined;
  /** Shows the metric names above the chart. */
  isNamed: boolean;
  onChange?: ((conditions: RuleConditions) => void) | undefined;
}

/** Neighbouring points of a thinned-out line with a larger distance have a gap between them. */
const gapOf = (series: readonly HistorySeries[]): number | undefined => {
  const widths = series.flatMap(({ binMs }) => (binMs === null ? [] : [binMs]));
  return widths.length > 0 ? Math.max(...widths) * 2 : undefined;
};

function useModel({ group, lines, result, cursorMs }: TravelChartProps): TimeModel {
  const { t } = useTranslation('rules');
  return useMemo(() => {
    const isDrawn = group.metrics.every(isComparable);
    const shown = lines.series.filter(({ stateId }) => group.metrics.some((metric) => metric.stateId === stateId));
    const marks = marksIn(group, result.marks, {
      executed: t('travel.mark.executed'),
      throttled: t('travel.mark.throttled'),
    });
    // A computed metric has values only at the marks; its state contains other values.
    const computed = [
      { name: group.metrics[0]?.alias ?? '', points: marks.map(({ atMs, value }) => [atMs, value] as const) },
    ];
    const drawn = shown.map(
      (series): TimeSeries => ({
        name: series.title,
        unit: series.unit || undefined,
        points: linePoints(series),
        shape: group.isYesNo ? 'step' : 'line',
      }),
    );
    return {
      kind: 'time',
      series: isDrawn ? drawn : computed,
      marks,
      spans: result.spans.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })),
      cursorMs,
      fromMs: lines.fromMs,
      toMs: lines.toMs,
      answers: group.isYesNo ? { no: t('judged.no'), yes: t('judged.yes') } : undefined,
      gapAfterMs: isDrawn ? gapOf(shown) : 0,
    };
  }, [group, lines, result, cursorMs, t]);
}

/** Metrics of one unit over the span, and their limits as movable lines. */
export function TravelChart(props: TravelChartProps) {
  const { group, conditions, isNamed, onChange } = props;
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const model = useModel(props);
  const aliases = group.metrics.map(({ alias }) => alias);
  // Boolean values have no limits.
  const limits = (group.isYesNo ? [] : thresholdsOf(conditions))
    .filter(({ metric }) => aliases.includes(metric))
    .map(({ id, metric, cmp, value }) => ({
      id,
      value,
      label: t('travel.limitOf', { metric }),
      // In a chart with a single metric the line label omits its name.
      text: [aliases.length > 1 ? metric : '', comparisonSigns[cmp], formats.number(value, { maximum: 6 }), group.unit]
        .filter((part) => part !== '')
        .join(' '),
      onMove: onChange && ((next: number) => onChange(withThreshold(conditions, id, next))),
    }));
  const names = aliases.join(', ');
  return (
    <Box sx={{ minWidth: 0 }}>
      {isNamed && (
        <Typography variant="h3" sx={{ mb: 0.5 }}>
          {names}
        </Typography>
      )}
      {!group.metrics.every(isComparable) && (
        <Typography variant="caption" color="textMuted" component="p">
          {t('travel.computed')}
        </Typography>
      )}
      <Chart label={t('travel.chartOf', { names })} model={model} limits={limits} height={28} />
    </Box>
  );
}
