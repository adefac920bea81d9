import type { ValueType } from '@stellwerk/contract/state';
import type { HistoryDuration } from '@stellwerk/contract/state-history';
import type { Status, TwinCategory, TwinType } from '@stellwerk/contract/twin';
import type { WidgetFunction, WidgetSeries, WidgetTwinFilter } from '@stellwerk/contract/widget';
import type { z } from 'zod';
import type { JsonValue } from './json.ts';
import type { WidgetManifest } from './widget.ts';

export type { JsonValue } from './json.ts';

export interface WidgetTwin {
  id: number;
  title: string;
  description: string;
  type: TwinType;
  category: TwinCategory;
  icon: string;
  status: Status;
  tenantName: string;
  tags: string[];
  address: string;
  latitude: number | null;
  longitude: number | null;
  keyValue: { key: string; value: string }[];
}

/** A state with its newest value. */
export interface WidgetState {
  id: number;
  dtwinId: number;
  dtwinTitle: string;
  key: string;
  title: string;
  unit: string;
  valueType: ValueType;
  value: JsonValue;
  /** Time of the measurement. */
  timestamp: string | null;
  status: Status;
}

export interface WidgetSummary {
  count: number;
  /** Number of numeric and boolean values. */
  numericCount: number;
  sum: number;
  min: number | null;
  max: number | null;
  first: { atMs: number; value: JsonValue } | null;
  last: { atMs: number; value: JsonValue } | null;
}

/** Adds `first`, the earliest value of an interval, to the functions that users can choose. */
export type WidgetBucketFunction = WidgetFunction | 'first';

/** A twin with the requested fields. */
export type SomeOfTwin = Partial<WidgetTwin> & Pick<WidgetTwin, 'id' | 'title'>;

export interface LocatedTwin extends SomeOfTwin {
  /** Newest values of its states, in the order of the keys; null for missing states. */
  values: JsonValue[];
}

export interface WidgetSpan {
  fromMs: number;
  toMs: number;
  /** IANA name of the time zone in which days begin. */
  zone: string;
}

/**
 * All functions of the platform that a kind can call; they only return data that the viewer may see. Equal queries of
 * several widgets run once. Each call fails with an understandable problem.
 */
export interface WidgetContext {
  span: WidgetSpan;
  /** The dashboard's parameters with the values of this call; empty ones have no value. */
  parameters: ReadonlyMap<string, string>;
  /** Sorted by title. A parameter without a value in a filter matches nothing. */
  twins(
    filter: WidgetTwinFilter,
    limit: number,
    /** Fields in addition to id and title; by default all. */
    fields?: readonly (keyof WidgetTwin)[],
  ): Promise<{ twins: SomeOfTwin[]; total: number }>;
  /** Twins with a position, unsorted. There may be very many, so only the requested fields are loaded. */
  located(
    filter: WidgetTwinFilter,
    limit: number,
    columns: { fields: readonly (keyof WidgetTwin)[]; keys: readonly string[] },
  ): Promise<{ twins: LocatedTwin[]; total: number }>;
  /** Number of visible twins without a position. */
  unplaced(filter: WidgetTwinFilter): Promise<number>;
  /** States with these keys, grouped by twin in the order of the keys. */
  states(twinIds: readonly number[], keys: readonly string[]): Promise<WidgetState[]>;
  /** The same for all twins of a filter at once; at most `limit` states, and their total number. */
  statesOf(
    filter: WidgetTwinFilter,
    keys: readonly string[],
    limit: number,
  ): Promise<{ states: WidgetState[]; total: number }>;
  /** Numbers and booleans over the span, thinned out so that every peak is kept; one line per state, in order. */
  lines(states: readonly WidgetState[], maxPoints?: number): Promise<WidgetSeries[]>;
  /**
   * One value per interval. More than 2,000 intervals are refused with the smallest possible interval; if the user did
   * not choose the interval (`isFixed`), with the longest possible period.
   */
  buckets(
    states: readonly WidgetState[],
    by: { interval: HistoryDuration; fn: WidgetBucketFunction; isFixed?: boolean },
  ): Promise<WidgetSeries[]>;
  /** Summaries of the values of the span, by the id of the state. */
  summaries(states: readonly WidgetState[]): Promise<ReadonlyMap<number, WidgetSummary>>;
  /** Null if the dashboard is deleted or hidden. */
  dashboard(id: number): Promise<{ id: number; name: string } | null>;
  signal: AbortSignal;
}

export interface WidgetServer<Options = Record<string, unknown>, Data extends object = object> {
  /** Keys of the states that the widget shows of the twins of its `twinFilter`; used to find where a state is used. */
  stateKeys?(options: Options): readonly string[];
  /**
   * The kind queries many twins sequentially: a dashboard starts these widgets first and runs the others in parallel.
   */
  isSlow?: boolean;
  /** Input of the web half; plain JSON. */
  data(ctx: WidgetContext, options: Options): Promise<Data>;
}

export interface WidgetPlugin {
  type: string;
  create(): WidgetServer;
}

/** The server half of a kind; `server.ts` of its folder exports the result as `server`. */
export function defineWidgetServer<Options extends z.ZodObject, Data extends object>(
  manifest: WidgetManifest<Options>,
  create: () => WidgetServer<z.output<Options>, Data>,
): WidgetPlugin {
  // The platform parses options with the manifest's schema before it passes them; the compiler can't infer this.
  return { type: manifest.type, create: create as unknown as WidgetPlugin['create'] };
}
