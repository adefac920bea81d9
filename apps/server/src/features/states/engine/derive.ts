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
export interface SourceState {
  id: number;
  twinId: number;
  twinTitle: string;
  key: string;
  title: string;
  unit: string;
  value: unknown;
  measuredAt: Date | null;
}

/** What a computed state is before its transformer. */
export interface Derived {
  /** What a transformer is called with; most states have none. */
  args(): { value: JsonValue; states?: AggregateInput[] };
  /** What it is without a transformer. */
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

/** Without a time as long as no source has a value. */
export function deriveAggregate(sources: readonly SourceState[]): Derived {
  const measuredAt = newestOf(sources.map((source) => source.measuredAt?.getTime() ?? null));
  const values = sources.map(({ value }) => jsonOf(value));
  return { args: () => ({ value: values, states: sources.map(inputOf) }), value: aggregateValue(values), measuredAt };
}

interface TimeseriesQuery {
  history: PastReader['history'];
  db: Db | undefined;
  /** The cached past of the source; empty by default. */
  windows?: SeriesWindows;
  options: TimeseriesOptions;
  /** When it is computed: the time of the source's newest value. */
  at: number;
}

/** Windows of the same length and place, whatever is computed from them. */
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

/** Undefined where the window has nothing to compute from: the state then stays as it is. */
export async function deriveTimeseries(query: TimeseriesQuery): Promise<Derived | undefined> {
  const { options, at } = query;
  const window = timeseriesWindow(options, at);
  const value = timeseriesValue(options.operation, await readInput(query, window));
  if (value === undefined || !Number.isFinite(value)) return undefined;
  const isAtEnd = window.isAligned && options.operation !== 'differenceValue';
  return { args: () => ({ value }), value, measuredAt: isAtEnd ? window.end : at };
}

/** Does a value that came late change what an aggregate looks at? */
export function looksAt(options: TimeseriesOptions, newestAt: number, at: number): boolean {
  if (options.operation === 'differenceValue') return at <= newestAt;
  const { start, end, startBefore } = timeseriesWindow(options, newestAt);
  return at >= (options.operation === 'differencePeriod' ? startBefore : start) && at < end;
}
