import { Box } from '@mui/material';
import { type RefObject, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useCanvasColours } from '../canvas/use-canvas-colours.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../lazy-part.tsx';
import { viewerZone } from '../time/zone-time.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import type { ChartHandle, Plot } from './ChartCanvas.tsx';
import { ChartTools, type ChartToolsProps, toolsWidthOf } from './ChartTools.tsx';
import { type SeriesSummary, summarise } from './chart-data.ts';
import type { ChartModel, ValueRange } from './chart-model.ts';
import { chartOption, type Room } from './chart-option.ts';
import { canvasTheme, chartContext } from './chart-style.ts';
import { type ChartLimit, LimitLines } from './LimitLines.tsx';
import { valueRangeOf } from './value-range.ts';
import { seriesText, valueText } from './value-text.ts';

const canvasPart = partOf(() => import('./ChartCanvas.tsx').then((module) => module.ChartCanvas));

/** Loads the library ahead of the first chart. */
export const loadChart = canvasPart.loadAhead;

export interface ChartProps {
  /** What the picture shows, for screen readers. */
  label: string;
  /** Should be stable while nothing changes: the chart is drawn anew for another one. */
  model: ChartModel;
  /** In units of the grid. */
  height?: number;
  /** Lines that can be moved, for charts over time with a fixed span. */
  limits?: readonly ChartLimit[];
  /** A click into the column of a category, by its index. What it does must also be reached without a picture. */
  onPick?: ((index: number) => void) | undefined;
  /** Buttons over the top right corner. */
  tools?: ChartToolsProps['tools'] | undefined;
  handleRef?: RefObject<ChartHandle | null> | undefined;
}

const noLimits: readonly ChartLimit[] = [];

function cornersOf(model: ChartModel, range: ValueRange) {
  if (model.kind !== 'time' || model.fromMs === undefined || model.toMs === undefined) return undefined;
  return { fromMs: model.fromMs, toMs: model.toMs, ...range };
}

/** The axis under lines that can be moved; it stands still while one of them is held. */
function useLimitedModel(model: ChartModel, limits: readonly ChartLimit[]) {
  const [held, setHeld] = useState<ValueRange>();
  const values = limits.map(({ value }) => value);
  const fitting = model.kind === 'time' && limits.length > 0 ? valueRangeOf(model, values) : undefined;
  const range = held ?? fitting;
  const { least, most } = range ?? {};
  const limited = useMemo(
    () =>
      model.kind === 'time' && least !== undefined && most !== undefined ? { ...model, range: { least, most } } : model,
    [model, least, most],
  );
  return { limited, range, hold: (isHeld: boolean) => setHeld(isHeld ? range : undefined) };
}

/** The one chart frame: colours of the mode, numbers of the language, gaps as gaps, text that stays text. */
export function Chart({ label, model, height = 32, limits = noLimits, onPick, tools, handleRef }: ChartProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const colours = useCanvasColours();
  const zone = (model.kind === 'time' || model.kind === 'bar' ? model.zone : undefined) ?? viewerZone();
  const toolsWidth = toolsWidthOf(tools);
  const { limited, range, hold } = useLimitedModel(model, limits);
  const [plot, setPlot] = useState<Plot>();
  const context = useMemo(
    () => chartContext(colours, formats, { zone, toolsWidth }),
    [colours, formats, zone, toolsWidth],
  );
  const theme = useMemo(() => canvasTheme(context), [context]);
  const draw = useCallback((room: Room) => chartOption(limited, context, room), [limited, context]);
  const corners = range && cornersOf(model, range);
  const summary = useMemo(() => summarise(model), [model]);
  const textOf = valueText(model, formats);
  const text = (value: number, { unit, answers }: SeriesSummary) =>
    [answers ? seriesText({ answers }, formats)(value) : textOf(value), unit].filter(Boolean).join(' ');
  // Where a line can be moved there is something to do, even before there is a value.
  const isEmpty = model.kind !== 'custom' && summary.length === 0 && limits.length === 0;
  return (
    <Box component="figure" sx={{ m: 0, position: 'relative', height: (theme) => theme.spacing(height), minWidth: 0 }}>
      <Box component="figcaption" sx={visuallyHidden}>
        {label}
        {summary.map((told) => {
          const { name, last, least, most } = told;
          return (
            <span key={name}>
              {' '}
              {model.kind === 'gauge'
                ? t('chart.value', { name: name || label, value: text(last, told) })
                : t('chart.summary', {
                    name,
                    last: text(last, told),
                    least: text(least, told),
                    most: text(most, told),
                  })}
            </span>
          );
        })}
      </Box>
      {isEmpty ? (
        <EmptyState variant="no-results" compact title={t('chart.empty')} description="" />
      ) : (
        <>
          <LazyPart
            part={canvasPart}
            props={{ draw, theme, corners, onPlot: setPlot, onPick, handleRef }}
            fallback={<Skeletons shape="block" height={height} />}
          />
          {tools && <ChartTools label={label} model={model} context={context} tools={tools} />}
          {plot && range && <LimitLines limits={limits} plot={plot} range={range} onHold={hold} />}
        </>
      )}
    </Box>
  );
}
