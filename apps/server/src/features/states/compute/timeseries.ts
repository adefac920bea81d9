import type { TimeseriesOperation } from '@stellwerk/contract/state-source';
import type { Summary } from '../../../platform/history/history.ts';

/** What of the past an operation needs; the reader asks the history for nothing else. */
export interface TimeseriesInput {
  within?: Summary;
  before?: Summary;
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
      return within && within.numericCount > 0 ? within.sum / within.numericCount : undefined;
    case 'min':
    case 'max':
    case 'median':
      return within?.[operation] ?? undefined;
    case 'sum':
      return within?.sum ?? 0;
    case 'count':
      return within?.count ?? 0;
    case 'differencePeriod':
      return difference(within?.max, before?.max);
    case 'differenceValue':
      return difference(newest[0], newest[1]);
  }
}
