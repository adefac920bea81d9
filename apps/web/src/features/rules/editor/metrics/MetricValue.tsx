import { Box, Typography } from '@mui/material';
import type { RunMetric } from '@stellwerk/contract/rule-run';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { Age } from '../../../../ui/value/Age.tsx';
import { ValueText } from '../../../states/index.ts';

interface MetricValueProps {
  metric: RunMetric | undefined;
  unit: string;
  /** The value was entered in the tester. */
  isOwn: boolean;
}

/** The current value of a metric. */
export function MetricValue({ metric, unit, isOwn }: MetricValueProps) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  return (
    <Box role="status" aria-label={t('metric.now')} sx={{ minWidth: 0 }}>
      <Typography variant="caption" component="div" color="textSecondary">
        {t('metric.now')}
      </Typography>
      {metric ? (
        <>
          <Box sx={{ typography: 'h3', minWidth: 0 }}>
            <ValueText value={metric.value} unit={unit} decimals={null} timestamp={metric.at} />
          </Box>
          <Typography variant="caption" component="div" color="textSecondary">
            {isOwn && t('metric.ownValue')}
            {!isOwn && metric.at !== null && <Age at={metric.at} />}
            {!isOwn &&
              metric.count > 1 &&
              ` · ${t('judged.count', { count: metric.count, number: formats.number(metric.count) })}`}
          </Typography>
        </>
      ) : (
        <Typography color="textMuted">—</Typography>
      )}
    </Box>
  );
}
