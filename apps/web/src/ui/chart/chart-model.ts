import type { EChartsCoreOption } from 'echarts/core';
import type { StatusColour } from '../theme/palette.ts';

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

/** Series over time, in the zone that is named. */
export interface TimeModel {
  kind: 'time';
  series: readonly TimeSeries[];
  /** Two points further apart than this are not joined: a gap shows as a gap. */
  gapAfterMs?: number | undefined;
  thresholds?: readonly Threshold[];
  fromMs?: number | undefined;
  toMs?: number | undefined;
  zone?: string | undefined;
  /** A slider below and the wheel zoom into the range. */
  zoom?: boolean;
}

export interface CategoryModel {
  kind: 'bar';
  categories: readonly string[];
  series: readonly { name: string; unit?: string; values: readonly (number | null)[] }[];
}

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
  colour?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
}

/** Anything else the library can draw. Its tooltip is drawn on the canvas, so that no text can become markup. */
export interface CustomModel {
  kind: 'custom';
  option: EChartsCoreOption;
}

export type ChartModel = TimeModel | CategoryModel | GaugeModel | HeatmapModel | SparkModel | CustomModel;
