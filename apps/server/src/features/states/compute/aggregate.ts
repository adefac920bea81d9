import type { JsonValue } from '../../../platform/history/history.ts';

export interface AggregateInput {
  dtwinId: number;
  dtwinTitle: string;
  stateId: number;
  key: string;
  title: string;
  unit: string;
  value: JsonValue;
  /** ISO text; null before the first value. */
  timestamp: string | null;
}

/** The value of an aggregate without a script: the value of its only source, or the mean of the numbers. */
export function aggregateValue(values: readonly JsonValue[]): JsonValue {
  const [only = null] = values;
  if (values.length === 1) return only;
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return null;
  // If the sum overflows although the mean does not, each number is divided before it is added.
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  return Number.isFinite(mean) ? mean : numbers.reduce((sum, value) => sum + value / numbers.length, 0);
}

/** An aggregate is as new as its newest source. */
export function newestOf(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}
