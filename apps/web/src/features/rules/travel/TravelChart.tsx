import { Box, Typography } from '@mui/material';
import type { RuleConditions } from '@stellwerk/contract/rule';
import type { HistorySeries } from '@stellwerk/contract/state-history';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { TimeModel, TimeSeries } from '../../../ui/chart/chart-model.ts';
import type { ReplayResult } from '../run.queries.ts';
import { comparisonSigns } from '../words/comparison-signs.ts';
import { thresholdsOf, withThreshold } from './thresholds.ts';
import { isComparable, type LineGroup, linePoints, marksIn } from './travel-lines.ts';

interface TravelChartProps {
  group: LineGroup;
  lines: { series: readonly HistorySeries[]; fromMs: number; toMs: number };
  result: ReplayResult;
  conditions: RuleConditions;
  cursorMs: number | undefined;
  /** Says above the chart which metrics it shows. */
  isNamed: boolean;
  onChange?: ((conditions: RuleConditions) => void) | undefined;
}

/** Neighbours of a thinned line that are further apart have a gap between them. */
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
    // Of a computed metric only what it came to at the marks is known; its state is something else.
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

/** Metrics of one unit over the span, and their limits as lines that can be moved. */
export function TravelChart(props: TravelChartProps) {
  const { group, conditions, isNamed, onChange } = props;
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const model = useModel(props);
  const aliases = group.metrics.map(({ alias }) => alias);
  // Between yes and no there is nothing to move.
  const limits = (group.isYesNo ? [] : thresholdsOf(conditions))
    .filter(({ metric }) => aliases.includes(metric))
    .map(({ id, metric, cmp, value }) => ({
      id,
      value,
      label: t('travel.limitOf', { metric }),
      // Where a chart has one metric its name would only take room on the line.
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
