/**
 * Charts as data, without a word about how they are drawn. Widgets describe what they show with these; the one chart
 * component of the web draws them.
 */

export type StatusColour = 'ok' | 'warning' | 'error' | 'unknown';

/** Time in milliseconds and value; null where nothing was measured. */
export type TimePoint = readonly [atMs: number, value: number | null];

export interface TimeSeries {
  name: string;
  unit?: string | undefined;
  points: readonly TimePoint[];
  shape?: 'line' | 'area' | 'step' | 'bar';
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

/** Series over time, in the zone that is named. */
export interface TimeModel {
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
  /** What 0 and 1 are called where there is nothing else: the axis then has these two alone. */
  answers?: { no: string; yes: string } | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  zone?: string | undefined;
  /** A slider below and the wheel zoom into the range. */
  zoom?: boolean;
}

export interface CategoryModel {
  kind: 'bar';
  categories: readonly string[];
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

export interface GaugeModel {
  kind: 'gauge';
  value: number | null;
  minimum: number;
  maximum: number;
  unit?: string;
  /** From low to high; each reaches up to its end. */
  bands: readonly { to: number; status: StatusColour }[];
}

export interface HeatmapModel {
  kind: 'heatmap';
  columns: readonly string[];
  rows: readonly string[];
  /** Column, row, value. */
  cells: readonly (readonly [column: number, row: number, value: number | null])[];
  unit?: string;
}

/** A small line without axes, for tiles. */
export interface SparkModel {
  kind: 'spark';
  points: readonly TimePoint[];
  gapAfterMs?: number;
  /** Which of the eight series colours. */
  colour?: SeriesColour;
}

export type ChartModel = TimeModel | CategoryModel | GaugeModel | HeatmapModel | SparkModel;
