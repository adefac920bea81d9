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
  /** The subject of the chart, for screen readers. */
  label: string;
  /** Should be stable: a new object renders the chart again. */
  model: ChartModel;
  /** In spacing units. */
  height?: number;
  /** Movable lines, for charts over time with a fixed span. */
  limits?: readonly ChartLimit[];
  /** Called with the index of the clicked category. The same action must also be available outside the chart. */
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

/** The model with an axis that contains the movable lines. The axis does not change during a drag. */
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

/** The frame of all charts: colours of the mode, numbers of the language, gaps in lines, and names as plain text. */
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
  // A chart with a movable line is usable before it has values.
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
