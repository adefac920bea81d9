import type { Formats } from '../../lib/formats.ts';
import type { CanvasColours } from '../canvas/use-canvas-colours.ts';
import { fontFamily, sizes } from '../theme/tokens.ts';

/** Input of every option builder: colours of the mode, numbers of the language, and the time zone. */
export interface ChartContext {
  colours: CanvasColours;
  formats: Formats;
  axisText: { color: string; fontFamily: string; fontSize: number };
  zone: string;
  /** Free width at the right of the first line, for buttons over the chart. */
  toolsWidth: number;
  /** Width of the whole chart; zero until it is measured. */
  width: number;
  exactTime: (atMs: number) => string;
}

export function chartContext(
  colours: CanvasColours,
  formats: Formats,
  { zone, toolsWidth = 0 }: { zone: string; toolsWidth?: number },
): ChartContext {
  const exact = new Intl.DateTimeFormat(formats.locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  });
  return {
    colours,
    formats,
    axisText: { color: colours.textSecondary, fontFamily, fontSize: sizes.unit * 1.375 },
    zone,
    toolsWidth,
    width: 0,
    exactTime: (atMs) => (Number.isFinite(atMs) ? exact.format(atMs) : ''),
  };
}

/** Colours for options that set none. */
export function canvasTheme({ colours, axisText }: ChartContext) {
  const axis = {
    axisLine: { lineStyle: { color: colours.border } },
    axisTick: { show: false },
    axisLabel: axisText,
    nameTextStyle: axisText,
    splitLine: { lineStyle: { color: colours.grid } },
  };
  return {
    color: colours.data,
    textStyle: axisText,
    title: { textStyle: { color: colours.text, fontFamily } },
    legend: {
      textStyle: axisText,
      pageTextStyle: axisText,
      pageIconColor: colours.textSecondary,
      pageIconInactiveColor: colours.borderStrong,
    },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: axis,
    timeAxis: { ...axis, splitLine: { show: false } },
    logAxis: axis,
  };
}

/** A single-line legend at the top, with paging if it is too long. */
export function legendBox(context: ChartContext, { clearsUnit }: { clearsUnit: boolean }) {
  const { colours, axisText, toolsWidth, width } = context;
  const { unit } = sizes;
  // The unit of the axis is at the left.
  const left = clearsUnit ? unit * 7 : 0;
  return {
    type: 'scroll',
    top: 0,
    left,
    ...(width > 0 ? { width: Math.max(unit * 8, width - left - toolsWidth - unit) } : {}),
    icon: 'circle',
    itemWidth: unit,
    // The library truncates the text of smaller items.
    itemHeight: unit * 1.75,
    textStyle: axisText,
    pageTextStyle: axisText,
    pageIconColor: colours.textSecondary,
    pageIconInactiveColor: colours.borderStrong,
    pageIconSize: unit * 1.25,
  };
}

export function tooltipBox({ colours }: ChartContext) {
  return {
    confine: true,
    backgroundColor: colours.surface,
    borderColor: colours.borderStrong,
    borderWidth: 1,
    padding: [sizes.unit, sizes.unit * 1.5],
    textStyle: { color: colours.text, fontFamily, fontSize: sizes.unit * 1.5 },
    transitionDuration: 0,
  };
}
