import { type ReduceQuery, reduce } from './buckets.ts';
import { jsonOf } from './columns.ts';
import type { Client } from './connection.ts';
import type { Grid } from './grid.ts';
import type { Summary, SummaryQuery, TimedValue } from './history.ts';
import { medianOf } from './partial.ts';
import { readValues } from './read.ts';

/** One bucket that holds everything. */
const whole: Grid = { widthMs: 0, starts: [0] };

/** Rollups know the first and last values of an hour, but not their times: the points themselves answer. */
async function readEnd(
  client: Client,
  { series, from, to }: SummaryQuery,
  order: 'ascending' | 'descending',
): Promise<TimedValue | null> {
  for await (const { at, kind, number, text } of readValues(client, { series, from, to, order, limit: 1 })) {
    const index =
      order === 'ascending'
        ? kind.findIndex((letter) => letter !== 'z')
        : kind.findLastIndex((letter) => letter !== 'z');
    if (index >= 0) return { at: at[index] ?? 0, value: jsonOf(kind[index] ?? 'z', number[index] ?? 0, text[index]) };
  }
  return null;
}

async function readMedian(client: Client, { series, from, to }: SummaryQuery): Promise<number> {
  const values: number[] = [];
  for await (const { number } of readValues(client, { series, from, to, order: 'ascending' })) {
    for (const value of number) if (!Number.isNaN(value)) values.push(value);
  }
  return medianOf(values);
}

export async function readSummary(client: Client, query: SummaryQuery): Promise<Summary> {
  const { series, from, to, median = false } = query;
  const nothing = { count: 0, numericCount: 0, sum: 0, min: null, max: null, median: null, first: null, last: null };
  if (from >= to) return nothing;
  const sums: ReduceQuery = { series: [series], from, to, fn: 'max' };
  const partial = (await reduce(client, sums, whole)).get(series)?.get(0);
  if (!partial || partial.count === 0) return nothing;
  const hasNumbers = partial.numbers > 0;
  return {
    count: partial.count,
    numericCount: partial.numbers,
    sum: partial.sum,
    min: hasNumbers ? partial.min : null,
    max: hasNumbers ? partial.max : null,
    median: median && hasNumbers ? await readMedian(client, query) : null,
    first: await readEnd(client, query, 'ascending'),
    last: await readEnd(client, query, 'descending'),
  };
}
