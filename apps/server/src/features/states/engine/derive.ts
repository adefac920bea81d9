import type { TimeseriesOptions } from '@stellwerk/contract/state-source';
import type { Db } from '../../../platform/db/db.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import { type AggregateInput, aggregateValue, newestOf } from '../compute/aggregate.ts';
import { type TimeseriesInput, timeseriesValue } from '../compute/timeseries.ts';
import { timeseriesWindow, type Window } from '../compute/window.ts';
import { jsonOf } from '../state-mapper.ts';
import type { PastReader } from './windows/read-days.ts';
import { emptyWindows, type SeriesWindows } from './windows/windows.ts';

/** A source with its newest value: a node of the graph, or a state that was read for a preview. */
interface SourceState {
  id: number;
  twinId: number;
  twinTitle: string;
  key: string;
  title: string;
  unit: string;
  value: unknown;
  measuredAt: Date | null;
}

/** The input of a computed state, before its transformer runs. */
export interface Derived {
  /** Arguments of the transformer. A function, because most states have no transformer. */
  args(): { value: JsonValue; states?: AggregateInput[] };
  /** The value of the state if it has no transformer. */
  value: JsonValue;
  measuredAt: number | null;
}

const inputOf = ({ id, twinId, twinTitle, key, title, unit, value, measuredAt }: SourceState): AggregateInput => ({
  dtwinId: twinId,
  dtwinTitle: twinTitle,
  stateId: id,
  key,
  title,
  unit,
  value: jsonOf(value),
  timestamp: measuredAt?.toISOString() ?? null,
});

/** `measuredAt` is null while no source has a value. */
export function deriveAggregate(sources: readonly SourceState[]): Derived {
  const measuredAt = newestOf(sources.map((source) => source.measuredAt?.getTime() ?? null));
  const values = sources.map(({ value }) => jsonOf(value));
  return { args: () => ({ value: values, states: sources.map(inputOf) }), value: aggregateValue(values), measuredAt };
}

interface TimeseriesQuery {
  history: PastReader['history'];
  db: Db | undefined;
  /** The cached history of the source; empty by default. */
  windows?: SeriesWindows;
  options: TimeseriesOptions;
  /** The time of the evaluation, which is that of the source's newest value. */
  at: number;
}

/** Cache key of a window: aggregates with equal windows share it, whatever their operation. */
const nameOf = ({ stateId: _, operation: __, ...window }: TimeseriesOptions) => JSON.stringify(window);

async function readInput(query: TimeseriesQuery, window: Window): Promise<TimeseriesInput> {
  const { history, db, options, at, windows = emptyWindows() } = query;
  const { operation, stateId: series } = options;
  const reader = { history, db, series };
  const { past, pair } = windows;
  if (operation === 'differenceValue') {
    const numbers = (await pair.upTo(reader, at)).map(({ number }) => number).reverse();
    return { newest: numbers.every(Number.isFinite) ? numbers : [] };
  }
  const within = await past.totals(reader, window, operation === 'median' ? nameOf(options) : undefined);
  if (operation !== 'differencePeriod') return { within };
  return { within, before: await past.totals(reader, { start: window.startBefore, end: window.start }) };
}

/** Undefined if the window holds nothing to compute from; the state then keeps its value. */
export async function deriveTimeseries(query: TimeseriesQuery): Promise<Derived | undefined> {
  const { options, at } = query;
  const window = timeseriesWindow(options, at);
  const value = timeseriesValue(options.operation, await readInput(query, window));
  if (value === undefined || !Number.isFinite(value)) return undefined;
  const isAtEnd = window.isAligned && options.operation !== 'differenceValue';
  return { args: () => ({ value }), value, measuredAt: isAtEnd ? window.end : at };
}

/** Whether a late value lies in the window that the aggregate currently covers. */
export function looksAt(options: TimeseriesOptions, newestAt: number, at: number): boolean {
  if (options.operation === 'differenceValue') return at <= newestAt;
  const { start, end, startBefore } = timeseriesWindow(options, newestAt);
  return at >= (options.operation === 'differencePeriod' ? startBefore : start) && at < end;
}
