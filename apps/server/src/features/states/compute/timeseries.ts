import type { TimeseriesOperation } from '@stellwerk/contract/state-source';

/** What the values of a window come to. */
export interface WindowTotals {
  count: number;
  /** How many of them are numbers or booleans. */
  numericCount: number;
  /** Null where it is too large for a number. */
  sum: number | null;
  min: number | null;
  max: number | null;
  /** Null unless it was asked for. */
  median: number | null;
}

/** What of the past an operation needs; the reader asks the history for nothing else. */
export interface TimeseriesInput {
  within?: WindowTotals;
  before?: WindowTotals;
  /** The newest numbers, newest first. */
  newest?: readonly number[];
}

const difference = (newer: number | null | undefined, older: number | null | undefined) =>
  newer == null || older == null ? undefined : newer - older;

/** Undefined: there is nothing to compute from, and the state stays as it is. */
export function timeseriesValue(operation: TimeseriesOperation, input: TimeseriesInput): number | undefined {
  const { within, before, newest = [] } = input;
  switch (operation) {
    case 'avg':
      return within?.sum != null && within.numericCount > 0 ? within.sum / within.numericCount : undefined;
    case 'min':
    case 'max':
    case 'median':
      return within?.[operation] ?? undefined;
    case 'sum':
      return within ? (within.sum ?? undefined) : 0;
    case 'count':
      return within?.count ?? 0;
    case 'differencePeriod':
      return difference(within?.max, before?.max);
    case 'differenceValue':
      return difference(newest[0], newest[1]);
  }
}
