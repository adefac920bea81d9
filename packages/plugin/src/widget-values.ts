import type { ValueDetermination } from '@stellwerk/contract/widget';
import type { JsonValue } from './json.ts';
import type { WidgetBucketFunction, WidgetState, WidgetSummary } from './widget-server.ts';

/** The same functions for each interval of a period. */
export const bucketFunctionOf: Readonly<Record<ValueDetermination, WidgetBucketFunction>> = {
  min: 'min',
  max: 'max',
  average: 'avg',
  sum: 'sum',
  earliest: 'first',
  latest: 'latest',
};

export interface Determined {
  value: JsonValue;
  atMs: number;
}

export interface ToDetermine {
  state: Pick<WidgetState, 'value' | 'timestamp'>;
  summary: WidgetSummary | undefined;
  determination: ValueDetermination;
  /** Start of the period. */
  fromMs: number;
}

/** A value measured before the period is still valid if no newer one exists. */
function stillValid({ state, fromMs }: ToDetermine): Determined | null {
  const atMs = state.timestamp === null ? Number.NaN : Date.parse(state.timestamp);
  return atMs < fromMs && state.value !== null ? { value: state.value, atMs } : null;
}

/** Reduces the values of a period to one value; null if there is none. */
export function determine(input: ToDetermine): Determined | null {
  const { summary, determination } = input;
  if (!summary?.last) return determination === 'latest' ? stillValid(input) : null;
  if (determination === 'latest') return summary.last;
  if (determination === 'earliest') return summary.first;
  const { min, max, sum, numericCount, last } = summary;
  if (numericCount === 0) return null;
  const value = { min, max, sum, average: sum / numericCount }[determination];
  return { value, atMs: last.atMs };
}
