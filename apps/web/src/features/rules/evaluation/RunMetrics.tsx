import { Box, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { RunMetric } from '@stellwerk/contract/rule-run';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { FramedTable } from '../../../ui/table/FramedTable.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import { useEvaluatedValueText } from './use-evaluated-value-text.ts';

/** Name of the state of a metric; null: deleted. */
export interface MetricState {
  title: string;
  unit: string;
}

export interface RunMetricsProps {
  metrics: readonly RunMetric[];
  /** By alias, if known. */
  states?: Readonly<Record<string, MetricState | null>> | undefined;
}

/** On a phone the time is below the value. */
const wideOnly = { display: { xs: 'none', sm: 'table-cell' } };

function MetricRow({ metric, state }: { metric: RunMetric; state: MetricState | null | undefined }) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const textOf = useEvaluatedValueText();
  const { alias, value, input, at, count } = metric;
  const unit = state?.unit && value !== null ? ` ${state.unit}` : '';
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <TitleCell title={alias} detail={state === null ? t('judged.stateGone') : state?.title} />
      </TableCell>
      <TableCell align="right" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        <Box component="strong" sx={{ fontWeight: 600 }}>
          {textOf(value)}
          {unit}
        </Box>
        {at !== null && (
          <Box sx={{ display: { sm: 'none' }, typography: 'caption', color: 'text.muted' }}>{formats.dateTime(at)}</Box>
        )}
        {input !== undefined && (
          <Box sx={{ typography: 'caption', color: 'text.muted' }}>{t('judged.before', { value: textOf(input) })}</Box>
        )}
      </TableCell>
      <TableCell align="right" sx={wideOnly}>
        <Box component="span" title={at === null ? undefined : formats.exactTime(at)}>
          {at === null ? '—' : formats.dateTime(at)}
        </Box>
        {count > 1 && (
          <Box sx={{ typography: 'caption', color: 'text.muted' }}>
            {t('judged.count', { count, number: formats.number(count) })}
          </Box>
        )}
      </TableCell>
    </TableRow>
  );
}

/** The metrics of one evaluation with the values that were used. */
export function RunMetrics({ metrics, states }: RunMetricsProps) {
  const { t } = useTranslation('rules');
  return (
    <FramedTable label={t('judged.metrics')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('judged.metric')}</TableCell>
          <TableCell align="right">{t('judged.value')}</TableCell>
          <TableCell align="right" sx={wideOnly}>
            {t('judged.measuredAt')}
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {metrics.map((metric) => (
          <MetricRow key={metric.alias} metric={metric} state={states?.[metric.alias]} />
        ))}
      </TableBody>
    </FramedTable>
  );
}
