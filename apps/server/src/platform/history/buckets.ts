import type { Client } from '../db/connection.ts';
import { dayMs, dayOf, hourMs, indexOf } from './columns.ts';
import { readGrid } from './grid.store.ts';
import { bucketAt, fitsHours, type Grid } from './grid.ts';
import type { Bucket, BucketQuery, Span } from './history.ts';
import { type OpenBlock, readOpenBlocks } from './open.store.ts';
import { readPackedRows } from './packed.store.ts';
import { addHours, addPartials, addValues, medianOf, type Partials, resultOf } from './partial.ts';
import { readValues } from './read.ts';
import type { HoursColumn } from './rollup.ts';

type Reduction = Exclude<BucketQuery['fn'], 'median'>;

/** Days with a query edge within an hour: their hourly rollups would include values outside of the span. */
export function cutDays({ from, to }: Span): number[] {
  return [from, to].filter((edge) => edge % hourMs !== 0).map(dayOf);
}

/** The last rollup column that each function needs. */
const rollupColumns = {
  count: 'sum',
  sum: 'sum',
  avg: 'sum',
  min: 'min',
  max: 'max',
  first: 'first',
  latest: 'last',
} as const satisfies Record<Reduction, HoursColumn>;

/** Computes every function except the median from partial sums; `max` also provides count, sum, avg and min. */
export interface ReduceQuery extends Span {
  series: readonly number[];
  fn: Reduction;
  /** Called for each block of open points that is read. */
  onOpen?: (block: OpenBlock) => void;
}

interface OpenDay {
  series: number;
  day: number;
  partials: Partials;
}

const keyOf = ({ series, day }: { series: number; day: number }) => `${series}/${day}`;

/** Days with only nulls are included too: their nulls may replace packed values. */
async function readOpenDays(client: Client, query: ReduceQuery, grid: Grid): Promise<Map<string, OpenDay>> {
  const days = new Map<string, OpenDay>();
  for await (const block of readOpenBlocks(client, { ...query, order: 'ascending' })) {
    const partials: Partials = new Map();
    addValues(partials, block.columns, grid, 0, block.columns.at.length);
    query.onOpen?.(block);
    days.set(keyOf(block), { series: block.series, day: block.day, partials });
  }
  return days;
}

/** Combines rollups of packed days and sums of open days; days that are both open and packed are read as points. */
export async function reduce(client: Client, query: ReduceQuery, grid: Grid): Promise<Map<number, Partials>> {
  const { from, to } = query;
  const all = new Map<number, Partials>();
  const partialsOf = (series: number): Partials => {
    const partials = all.get(series) ?? new Map();
    all.set(series, partials);
    return partials;
  };
  const open = await readOpenDays(client, query, grid);
  const mixedDays = new Map<string, OpenDay>();
  const rawDays = fitsHours(grid) ? cutDays(query) : 'all';
  const days = { firstDay: dayOf(from), lastDay: dayOf(to - 1) };
  for await (const row of readPackedRows(client, {
    series: query.series,
    ...days,
    rawDays,
    upTo: rollupColumns[query.fn],
  })) {
    const { series, day } = row;
    const openDay = open.get(keyOf(row));
    if (openDay) mixedDays.set(keyOf(row), openDay);
    else if ('hours' in row) addHours(partialsOf(series), day, row.hours, grid, query);
    else addValues(partialsOf(series), row.values, grid, indexOf(row.values, from), indexOf(row.values, to));
  }
  for (const [key, { series, partials }] of open) if (!mixedDays.has(key)) addPartials(partialsOf(series), partials);
  for (const { series, day } of mixedDays.values()) {
    const span = { from: Math.max(from, day * dayMs), to: Math.min(to, (day + 1) * dayMs) };
    for await (const block of readValues(client, { series, ...span, order: 'ascending' })) {
      addValues(partialsOf(series), block, grid, 0, block.at.length);
    }
  }
  return all;
}

function finish(partials: Partials, fn: Reduction): Bucket[] {
  const buckets: Bucket[] = [];
  for (const [start, partial] of partials) {
    const value = resultOf(partial, fn);
    if (value !== undefined) buckets.push({ start, value });
  }
  return buckets.sort((a, b) => a.start - b.start);
}

/** Medians cannot be combined from parts: all numbers of a bucket are read, one bucket at a time. */
async function medians(client: Client, series: number, span: Span, grid: Grid): Promise<Bucket[]> {
  const buckets: Bucket[] = [];
  let start = 0;
  let end = Number.NEGATIVE_INFINITY;
  let values: number[] = [];
  const close = () => {
    if (values.length > 0) buckets.push({ start, value: medianOf(values) });
    values = [];
  };
  for await (const { at, number } of readValues(client, { series, from: span.from, to: span.to, order: 'ascending' })) {
    for (let index = 0; index < at.length; index += 1) {
      const time = at[index] ?? 0;
      if (time >= end) {
        close();
        ({ start, end } = bucketAt(grid, time));
      }
      const value = number[index] ?? Number.NaN;
      if (!Number.isNaN(value)) values.push(value);
    }
  }
  close();
  return buckets;
}

export async function readBuckets(client: Client, query: BucketQuery): Promise<Map<number, Bucket[]>> {
  const answer = new Map<number, Bucket[]>();
  if (query.from >= query.to || query.series.length === 0) return answer;
  const grid = await readGrid(client, query);
  const { fn } = query;
  const keep = (series: number, buckets: Bucket[]) => buckets.length > 0 && answer.set(series, buckets);
  if (fn === 'median') {
    for (const series of new Set(query.series)) keep(series, await medians(client, series, query, grid));
  } else {
    for (const [series, partials] of await reduce(client, { ...query, fn }, grid)) keep(series, finish(partials, fn));
  }
  return answer;
}
