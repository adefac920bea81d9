/**
 * Chart models: data without rendering. Widgets describe their charts with these types; the chart component of the web
 * renders them.
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
  /** Smooths the line between the points. */
  smooth?: boolean;
  /** Overrides `gapAfterMs` of the model. */
  gapAfterMs?: number | undefined;
  /** Labels of 0 and 1 for series without other values; an axis with only such series shows these two labels. */
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

/** An event, rendered at its value, or at the bottom of the chart without one. */
export interface ChartMark {
  atMs: number;
  value: number | null;
  label: string;
  /** Filled with the colour of the status; `quiet`: outlined in grey. */
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

/** `auto` includes zero, `auto-cropped` fits the values. */
export type AxisEnd = 'auto' | 'auto-cropped' | number;

/** Look of the value axis and of the labels below the chart. */
export interface AxisLook {
  /** Ends of the value axis; by default it fits the values, and for bars includes zero. */
  ends?: { least: AxisEnd; most: AxisEnd } | undefined;
  /** Pattern such as `DD.MM. HH:mm` for the times below the chart; empty: chosen by the period. */
  timeFormat?: string | undefined;
  /** Rotation of the labels below the chart in degrees. */
  labelRotation?: number | undefined;
  /** Shows the names of the series above the chart; by default if there is more than one. */
  legend?: boolean | undefined;
  /** Enables zoom by a slider below the chart and by the mouse wheel. */
  zoom?: boolean;
}

/** Series over time in the given time zone. Series with two units have an axis each. */
export interface TimeModel extends AxisLook {
  kind: 'time';
  series: readonly TimeSeries[];
  /** Points further apart than this are not connected, so that gaps are visible. */
  gapAfterMs?: number | undefined;
  thresholds?: readonly Threshold[];
  marks?: readonly ChartMark[];
  /** Spans shaded over the full height. */
  spans?: readonly ChartSpan[];
  /** A vertical line at the selected moment. */
  cursorMs?: number | undefined;
  /** Ends of the axis; by default it fits the values. */
  range?: ValueRange | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  zone?: string | undefined;
  /** Stacks the series. */
  stacked?: boolean;
}

export interface CategoryModel extends AxisLook {
  kind: 'bar';
  categories: readonly string[];
  /** Start of each category, used in the time zone as its label instead of its name. */
  startsMs?: readonly number[] | undefined;
  zone?: string | undefined;
  series: readonly CategorySeries[];
  /** Stacks the bars instead of placing them side by side. */
  stacked?: boolean;
}

export interface CategorySeries {
  name: string;
  unit?: string;
  values: readonly (number | null)[];
  /** Uses the colour of a status, for a series that counts objects with that status. */
  status?: StatusColour;
  /** One of the eight series colours; by default in order. */
  colour?: SeriesColour;
}

export type SeriesColour = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** One gauge or several side by side, all with the same scale. */
export interface GaugeModel {
  kind: 'gauge';
  dials: readonly GaugeDial[];
  minimum: number;
  maximum: number;
  /** From low to high; each band reaches up to `to`, the last one to the end of the scale. */
  bands: readonly { to: number; colour: ChartColour }[];
  /** Null: as many decimals as the value has, at most three. */
  decimalPlaces?: number | null;
  showValue?: boolean;
  showPointer?: boolean;
  showAxisLabels?: boolean;
}

export interface GaugeDial {
  /** Empty if there is only one. */
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
  /** Values of the palest and the strongest colour; by default the smallest and the greatest value. */
  lowest?: number | null;
  highest?: number | null;
  /** Shows a colour scale below the chart. */
  legend?: boolean;
}

/** A small line without axes, for tiles. */
export interface SparkModel {
  kind: 'spark';
  points: readonly TimePoint[];
  gapAfterMs?: number | undefined;
  /** One of the eight series colours. */
  colour?: SeriesColour;
}

export type ChartModel = TimeModel | CategoryModel | GaugeModel | HeatmapModel | SparkModel;
