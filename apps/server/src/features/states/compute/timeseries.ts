import type { TimeseriesOperation } from '@stellwerk/contract/state-source';

export interface WindowTotals {
  count: number;
  /** Number of values that are numbers or booleans. */
  numericCount: number;
  /** Null if the sum overflows. */
  sum: number | null;
  min: number | null;
  max: number | null;
  /** Null unless it was requested. */
  median: number | null;
}

/** The history that an operation needs; nothing else is read. */
export interface TimeseriesInput {
  within?: WindowTotals;
  before?: WindowTotals;
  /** The newest numbers, newest first. */
  newest?: readonly number[];
}

const difference = (newer: number | null | undefined, older: number | null | undefined) =>
  newer == null || older == null ? undefined : newer - older;

/** Undefined if there is nothing to compute from; the state then keeps its value. */
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
