/**
 * Charts as data, without a word about how they are drawn. Widgets describe what they show with these; the one chart
 * component of the web draws them.
 */

export type StatusColour = 'ok' | 'warning' | 'error' | 'unknown';

/** As `widgetColour`: a status, `primary`, `data1` to `data8`, or `#rrggbb`, which is made legible in both modes. */
export type ChartColour = string;

/** Time in milliseconds and value; null where nothing was measured. */
export type TimePoint = readonly [atMs: number, value: number | null];

export interface TimeSeries {
  name: string;
  unit?: string | undefined;
  points: readonly TimePoint[];
  shape?: 'line' | 'area' | 'step' | 'bar';
  /** Rounded between the points. */
  smooth?: boolean;
  /** In place of that of the model. */
  gapAfterMs?: number | undefined;
  /** What 0 and 1 are called where there is nothing else; an axis of such series alone has these two words. */
  answers?: Answers | undefined;
}

export interface Answers {
  no: string;
  yes: string;
}

export interface Threshold {
  value: number;
  label: string;
  status: StatusColour;
}

/** What happened at a moment, drawn at its value; without one at the foot of the chart. */
export interface ChartMark {
  atMs: number;
  value: number | null;
  label: string;
  /** Filled and in the colour of the status, or only outlined and grey. */
  look: StatusColour | 'quiet';
}

export interface ChartSpan {
  fromMs: number;
  toMs: number;
}

export interface ValueRange {
  least: number;
  most: number;
}

/** `auto` has room for zero, `auto-cropped` fits the values. */
export type AxisEnd = 'auto' | 'auto-cropped' | number;

/** How an axis of values and the names below the chart look. */
export interface AxisLook {
  /** The ends of the axis of values; without them it fits the values, that of bars has zero. */
  ends?: { least: AxisEnd; most: AxisEnd } | undefined;
  /** A pattern such as `DD.MM. HH:mm` for the times below the chart; empty: what fits the period. */
  timeFormat?: string | undefined;
  /** Degrees by which the names below the chart are turned. */
  labelRotation?: number | undefined;
  /** Whether the series are named above the chart; by default where there is more than one. */
  legend?: boolean | undefined;
  /** A slider below and the wheel zoom into the range. */
  zoom?: boolean;
}

/** Series over time, in the zone that is named. Series of two units have an axis each. */
export interface TimeModel extends AxisLook {
  kind: 'time';
  series: readonly TimeSeries[];
  /** Two points further apart than this are not joined: a gap shows as a gap. */
  gapAfterMs?: number | undefined;
  thresholds?: readonly Threshold[];
  marks?: readonly ChartMark[];
  /** Shaded from top to bottom. */
  spans?: readonly ChartSpan[];
  /** A line from top to bottom at a moment somebody looks at. */
  cursorMs?: number | undefined;
  /** The ends of the axis; without them it fits the values. */
  range?: ValueRange | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  zone?: string | undefined;
  /** One upon the other. */
  stacked?: boolean;
}

export interface CategoryModel extends AxisLook {
  kind: 'bar';
  categories: readonly string[];
  /** When each category begins, in place of its name: it is then called by that time, in the zone. */
  startsMs?: readonly number[] | undefined;
  zone?: string | undefined;
  series: readonly CategorySeries[];
  /** One upon the other instead of side by side. */
  stacked?: boolean;
}

export interface CategorySeries {
  name: string;
  unit?: string;
  values: readonly (number | null)[];
  /** In the colour of a status, where the series counts something of that status. */
  status?: StatusColour;
  /** Which of the eight series colours; by default in their order. */
  colour?: SeriesColour;
}

export type SeriesColour = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** One dial or several side by side, all with the same scale. */
export interface GaugeModel {
  kind: 'gauge';
  dials: readonly GaugeDial[];
  minimum: number;
  maximum: number;
  /** From low to high; each reaches up to its end, the last one to that of the scale. */
  bands: readonly { to: number; colour: ChartColour }[];
  /** Null: as many as the value has, at most three. */
  decimalPlaces?: number | null;
  showValue?: boolean;
  showPointer?: boolean;
  showAxisLabels?: boolean;
}

export interface GaugeDial {
  /** Empty where there is nothing to tell apart. */
  name: string;
  value: number | null;
  unit?: string | undefined;
}

export interface HeatmapModel {
  kind: 'heatmap';
  columns: readonly string[];
  rows: readonly string[];
  /** Column, row, value. */
  cells: readonly (readonly [column: number, row: number, value: number | null])[];
  unit?: string | undefined;
  /** What has the palest and the strongest colour; without them the least and the greatest value. */
  lowest?: number | null;
  highest?: number | null;
  /** A scale of the colours below the picture. */
  legend?: boolean;
}

/** A small line without axes, for tiles. */
export interface SparkModel {
  kind: 'spark';
  points: readonly TimePoint[];
  gapAfterMs?: number | undefined;
  /** Which of the eight series colours. */
  colour?: SeriesColour;
}

export type ChartModel = TimeModel | CategoryModel | GaugeModel | HeatmapModel | SparkModel;
