import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useCanvasColours } from '../canvas/use-canvas-colours.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../lazy-part.tsx';
import { viewerZone } from '../time/zone-time.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import { summarise } from './chart-data.ts';
import type { ChartModel } from './chart-model.ts';
import { chartOption } from './chart-option.ts';
import { canvasTheme, chartContext } from './chart-style.ts';

const canvasPart = partOf(() => import('./ChartCanvas.tsx').then((module) => module.ChartCanvas));

export interface ChartProps {
  /** What the picture shows, for screen readers. */
  label: string;
  /** Should be stable while nothing changes: the chart is drawn anew for another one. */
  model: ChartModel;
  /** In units of the grid. */
  height?: number;
}

/** The one chart frame: colours of the mode, numbers of the language, gaps as gaps, text that stays text. */
export function Chart({ label, model, height = 32 }: ChartProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const colours = useCanvasColours();
  const zone = (model.kind === 'time' ? model.zone : undefined) ?? viewerZone();
  const drawing = useMemo(() => {
    const context = chartContext(colours, formats, zone);
    return { option: chartOption(model, context), theme: canvasTheme(context) };
  }, [model, colours, formats, zone]);
  const summary = useMemo(() => summarise(model), [model]);
  const text = (value: number, unit: string | undefined) => [formats.number(value), unit].filter(Boolean).join(' ');
  const isEmpty = model.kind !== 'custom' && summary.length === 0;
  return (
    <Box component="figure" sx={{ m: 0, position: 'relative', height: (theme) => theme.spacing(height), minWidth: 0 }}>
      <Box component="figcaption" sx={visuallyHidden}>
        {label}
        {summary.map(({ name, unit, last, least, most }) => (
          <span key={name}>
            {' '}
            {t('chart.summary', { name, last: text(last, unit), least: text(least, unit), most: text(most, unit) })}
          </span>
        ))}
      </Box>
      {isEmpty ? (
        <EmptyState variant="no-results" compact title={t('chart.empty')} description="" />
      ) : (
        <LazyPart part={canvasPart} props={drawing} fallback={<Skeletons shape="block" height={height} />} />
      )}
    </Box>
  );
}
