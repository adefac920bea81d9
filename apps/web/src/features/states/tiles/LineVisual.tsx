import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { TimeModel } from '../../../ui/chart/chart-model.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { useValueText } from '../values/use-value-text.ts';
import { viewOf } from '../values/value-view.ts';
import { isStepped, lineGapMs } from './chart-points.ts';
import { thresholdsOf } from './scale.ts';
import { TileNumber } from './TileNumber.tsx';
import type { VisualProps } from './tile-types.ts';
import { useTileHistory } from './use-tile-history.ts';

const height = 22;

/** The values of a time range as a line, with the thresholds. */
export function LineVisual(props: VisualProps) {
  const { state, isStale } = props;
  const { t } = useTranslation('states');
  const formats = useFormats();
  const { viewText } = useValueText();
  const { series, error, refetch } = useTileHistory(props);
  const { title, unit, visualisation, validSeconds, valueType, layout } = state;
  const view = viewOf(state);

  const model = useMemo((): TimeModel | undefined => {
    if (!series) return undefined;
    return {
      kind: 'time',
      series: [
        {
          name: title,
          unit: unit || undefined,
          points: series.points,
          shape: isStepped({ valueType, layout }) ? 'step' : 'area',
          answers: valueType === 'boolean' ? { no: t('value.no'), yes: t('value.yes') } : undefined,
        },
      ],
      fromMs: series.beginMs,
      gapAfterMs: lineGapMs({ ...series, validSeconds }),
      thresholds: thresholdsOf(visualisation).map(({ value, status }) => ({
        value,
        status,
        label: formats.number(value),
      })),
    };
  }, [series, title, unit, valueType, layout, validSeconds, visualisation, formats, t]);

  return (
    <Box sx={{ width: '100%', minWidth: 0, alignSelf: 'flex-start' }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1.5 }}>
        <TileNumber
          text={viewText(view, visualisation.decimals)}
          unit={unit}
          mark={state.timestamp}
          isStale={isStale}
          isMissing={view.kind === 'missing'}
          size="medium"
        />
        <Box component="span" sx={{ typography: 'caption', color: 'text.muted' }}>
          {t(`range.${visualisation.timeRange}`)}
        </Box>
      </Box>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!error && !model && <Skeletons shape="block" height={height} />}
      {!error && model && <Chart label={title} model={model} height={height} />}
    </Box>
  );
}
