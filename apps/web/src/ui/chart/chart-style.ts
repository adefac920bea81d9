import type { Formats } from '../../lib/formats.ts';
import type { CanvasColours } from '../canvas/use-canvas-colours.ts';
import { fontFamily, sizes } from '../theme/tokens.ts';

/** What every option builder needs: colours of the mode, numbers of the language, times of the zone. */
export interface ChartContext {
  colours: CanvasColours;
  formats: Formats;
  axisText: { color: string; fontFamily: string; fontSize: number };
  axisTime: (atMs: number) => string;
  exactTime: (atMs: number) => string;
}

/** Midnight is worth a date; between two midnights the hour says more. */
function axisTimeIn(locale: string, zone: string) {
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: zone });
  return (atMs: number) => {
    const text = time.format(atMs);
    return text === '00:00' ? date.format(atMs) : text;
  };
}

export function chartContext(colours: CanvasColours, formats: Formats, zone: string): ChartContext {
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
    axisTime: axisTimeIn(formats.locale, zone),
    exactTime: (atMs) => (Number.isFinite(atMs) ? exact.format(atMs) : ''),
  };
}

/** Defaults for options that say nothing of colours themselves. */
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

/** One line of names at the top right, to be leafed through when it is too long. */
export function legendBox({ colours, axisText }: ChartContext, { clearsUnit }: { clearsUnit: boolean }) {
  const { unit } = sizes;
  return {
    type: 'scroll',
    top: 0,
    right: 0,
    // The unit of the axis stands at the left.
    left: clearsUnit ? unit * 7 : 0,
    icon: 'circle',
    itemWidth: unit,
    // Smaller than the text, the library would cut the text off.
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

export function valueAxis({ colours, formats, axisText }: ChartContext, unit: string | undefined) {
  return {
    type: 'value',
    scale: true,
    name: unit,
    nameLocation: 'end',
    nameGap: sizes.unit * 1.5,
    nameTextStyle: { ...axisText, align: 'right' },
    axisLabel: { ...axisText, formatter: (value: number) => formats.number(value) },
    splitLine: { lineStyle: { color: colours.grid, width: 1 } },
    splitNumber: 4,
  };
}
