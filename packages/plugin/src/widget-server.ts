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
  /** When it was measured. */
  timestamp: string | null;
  status: Status;
}

export interface WidgetSummary {
  count: number;
  /** How many of them are numbers or booleans. */
  numericCount: number;
  sum: number;
  min: number | null;
  max: number | null;
  first: { atMs: number; value: JsonValue } | null;
  last: { atMs: number; value: JsonValue } | null;
}

/** `first` beside those that people choose from: the earliest value of an interval. */
export type WidgetBucketFunction = WidgetFunction | 'first';

/** With the fields that were asked for. */
export type SomeOfTwin = Partial<WidgetTwin> & Pick<WidgetTwin, 'id' | 'title'>;

export interface LocatedTwin extends SomeOfTwin {
  /** The newest of its states, in the order of the keys; null where it has none. */
  values: JsonValue[];
}

export interface WidgetSpan {
  fromMs: number;
  toMs: number;
  /** IANA name of the clock that days begin on. */
  zone: string;
}

/**
 * All that a kind can read: of the viewer's, nothing else. Questions of several widgets are answered together where they
 * are the same. Each call fails with a problem that people understand.
 */
export interface WidgetContext {
  span: WidgetSpan;
  /** The dashboard's parameters with the values of this call; empty ones have none. */
  parameters: ReadonlyMap<string, string>;
  /** By title. A parameter without a value in a filter fits nothing. */
  twins(
    filter: WidgetTwinFilter,
    limit: number,
    /** Beside id and title; without it all of them. */
    fields?: readonly (keyof WidgetTwin)[],
  ): Promise<{ twins: SomeOfTwin[]; total: number }>;
  /** Those that have a place on the map, in no order: very many, with nothing but what is asked for. */
  located(
    filter: WidgetTwinFilter,
    limit: number,
    columns: { fields: readonly (keyof WidgetTwin)[]; keys: readonly string[] },
  ): Promise<{ twins: LocatedTwin[]; total: number }>;
  /** How many of those that the viewer sees have no place on the map. */
  unplaced(filter: WidgetTwinFilter): Promise<number>;
  /** The states of these keys, twin by twin in the order of the keys. */
  states(twinIds: readonly number[], keys: readonly string[]): Promise<WidgetState[]>;
  /** The same for all twins of a filter at once; at most so many, and how many there are. */
  statesOf(
    filter: WidgetTwinFilter,
    keys: readonly string[],
    limit: number,
  ): Promise<{ states: WidgetState[]; total: number }>;
  /** Numbers and booleans over the span, thinned so that every peak stays; one line a state, in their order. */
  lines(states: readonly WidgetState[], maxPoints?: number): Promise<WidgetSeries[]>;
  /**
   * One value an interval. More than 2,000 intervals are refused, with the least interval that would do; where nobody
   * has chosen it (`isFixed`), with the longest period.
   */
  buckets(
    states: readonly WidgetState[],
    by: { interval: HistoryDuration; fn: WidgetBucketFunction; isFixed?: boolean },
  ): Promise<WidgetSeries[]>;
  /** What the values of the span come to, by the id of the state. */
  summaries(states: readonly WidgetState[]): Promise<ReadonlyMap<number, WidgetSummary>>;
  /** Null where it is gone or hidden. */
  dashboard(id: number): Promise<{ id: number; name: string } | null>;
  signal: AbortSignal;
}

export interface WidgetServer<Options = Record<string, unknown>, Data extends object = object> {
  /** Keys of the states that it shows of the twins of its `twinFilter`: so that a state can tell where it is used. */
  stateKeys?(options: Options): readonly string[];
  /** Many twins are asked for, one question after the other: a dashboard begins with those, the rest runs beside them. */
  isSlow?: boolean;
  /** What the web half draws from; plain JSON. */
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
  // The platform parses options with the manifest's schema before it hands them over; only the compiler can't follow.
  return { type: manifest.type, create: create as unknown as WidgetPlugin['create'] };
}
