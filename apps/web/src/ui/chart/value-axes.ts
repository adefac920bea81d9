import { sizes } from '../theme/tokens.ts';
import type { AxisEnd, AxisLook } from './chart-model.ts';
import { type ChartContext, legendBox } from './chart-style.ts';
import { bottomOf, zoomOption } from './zoom-option.ts';

/**
 * One unit or two get an axis each. More units would need an axis without a meaning, so that they appear only in the
 * tooltip.
 */
export interface Axes {
  units: readonly (string | undefined)[];
  /** The index of the axis for a unit. */
  indexOf: (unit: string | undefined) => number;
}

const maxAxes = 2;

export function axesOf(series: readonly { unit?: string | undefined }[], isOne = false): Axes {
  const units = [...new Set(series.map(({ unit }) => unit || undefined))];
  if (units.length === 1) return { units, indexOf: () => 0 };
  if (isOne || units.length > maxAxes || units.length === 0) return { units: [undefined], indexOf: () => 0 };
  return { units, indexOf: (unit) => Math.max(0, units.indexOf(unit || undefined)) };
}

interface Extent {
  min: number;
  max: number;
}

/** The end of an axis. `auto` includes zero and otherwise leaves the end to the library's round numbers. */
function endOf(end: AxisEnd, side: 'min' | 'max') {
  if (typeof end === 'number') return end;
  if (end === 'auto-cropped') return undefined;
  return (extent: Extent) => (side === 'min' ? (extent.min > 0 ? 0 : null) : extent.max < 0 ? 0 : null);
}

const endsOf = (ends: AxisLook['ends']) =>
  ends ? { min: endOf(ends.least, 'min'), max: endOf(ends.most, 'max') } : {};

export function valueAxis(context: ChartContext, unit: string | undefined, place: 'left' | 'right' = 'left') {
  const { colours, formats, axisText } = context;
  return {
    type: 'value',
    scale: true,
    name: unit,
    nameLocation: 'end',
    nameGap: sizes.unit * 1.5,
    nameTextStyle: { ...axisText, align: place === 'left' ? 'right' : 'left' },
    position: place,
    axisLabel: { ...axisText, formatter: (value: number) => formats.number(value) },
    splitLine: { show: place === 'left', lineStyle: { color: colours.grid, width: 1 } },
    splitNumber: 4,
    // Two axes share the grid lines of the first one.
    ...(place === 'right' ? { alignTicks: true } : {}),
  };
}

export const valueAxes = (context: ChartContext, { units }: Axes, ends: AxisLook['ends']) =>
  units.map((unit, index) => ({ ...valueAxis(context, unit, index === 0 ? 'left' : 'right'), ...endsOf(ends) }));

/** The height that legend, tools and axis names need at the top. */
function topOf({ units }: Axes, hasLegend: boolean, { toolsWidth }: ChartContext): number {
  const { unit } = sizes;
  const hasNames = units.some(Boolean);
  const hasLine = hasLegend || toolsWidth > 0;
  // A name at the right would be under the legend and the tools.
  if (units.length > 1 && hasNames && hasLine) return unit * 6.5;
  return hasLine || hasNames ? unit * 4 : unit;
}

/** Labels stay inside these bounds, however long or rotated they are; axis names are outside. */
export const gridBox = (ends: { left?: number; right?: number; top: number; bottom: number }) => ({
  left: sizes.unit / 2,
  right: sizes.unit,
  ...ends,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
});

interface HeadLook extends Pick<AxisLook, 'legend' | 'zoom'> {
  series: readonly unknown[];
}

/** Margins of a chart with axes, and a legend for more than one series. */
export function frameOf({ series, legend = true, zoom }: HeadLook, axes: Axes, context: ChartContext) {
  const hasLegend = legend && series.length > 1;
  const clearsUnit = axes.units.length === 1 && axes.units[0] !== undefined;
  return {
    animation: false,
    grid: gridBox({ top: topOf(axes, hasLegend, context), bottom: bottomOf(zoom) }),
    legend: hasLegend ? legendBox(context, { clearsUnit }) : undefined,
    dataZoom: zoom ? zoomOption(context) : undefined,
  };
}
