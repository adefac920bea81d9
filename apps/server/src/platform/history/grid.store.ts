import type { Client } from '../db/connection.ts';
import { dayMs, dayOf, hourMs } from './columns.ts';
import type { Grid } from './grid.ts';
import type { BucketInterval, BucketQuery, Span } from './history.ts';

const minuteMs = 60_000;
const fixedMs: Partial<Record<BucketInterval, number>> = { '5m': 5 * minuteMs, '15m': 15 * minuteMs, '1h': hourMs };

/** The calendar: the unit that a wall-clock time is cut to, and the step from bucket to bucket. */
const calendar: Partial<Record<BucketInterval, { unit: string; step: string }>> = {
  '6h': { unit: 'day', step: '6 hours' },
  '1d': { unit: 'day', step: '1 day' },
  '1w': { unit: 'week', step: '7 days' },
  '1mo': { unit: 'month', step: '1 month' },
};

/**
 * Bucket starts on the wall clock of a zone. A start that the clock shows twice (it is set back over midnight) is the
 * first of the two, which PostgreSQL would not choose; one that it skips is the moment of the change.
 */
const calendarStarts = `
  with wall_clock as (
    select generate_series(
      date_trunc($4, to_timestamp($1::float8 / 1000) at time zone $3 - $6 * interval '1 day') + $6 * interval '1 day',
      to_timestamp($2::float8 / 1000) at time zone $3,
      $5::interval
    ) as wall
  ), instants as (select wall, wall at time zone $3 as at from wall_clock)
  select distinct (extract(epoch from
    case when (at - interval '1 hour') at time zone $3 = wall then at - interval '1 hour' else at end
  ) * 1000)::bigint as start from instants order by start`;

/** Does the clock of the zone show full hours when UTC does? Offsets last for longer than a day. */
const fullHours = `
  select coalesce(bool_and(extract(minute from to_timestamp(at / 1000) at time zone $3) = 0), true) as full
  from generate_series($1::bigint, $2::bigint, 86400000) as at`;

const hourStarts = `
  select at as start from generate_series($1::bigint, $2::bigint, 900000) as at
  where extract(minute from to_timestamp(at / 1000) at time zone $3) = 0`;

async function onFullHours(client: Client, { from, to }: Span, zone: string): Promise<boolean> {
  const { rows } = await client.query<{ full: boolean }>(fullHours, [from, to, zone]);
  return rows[0]?.full ?? true;
}

async function computeGrid(client: Client, query: GridQuery): Promise<Grid> {
  const { from, to, interval, zone, firstWeekday = 1 } = query;
  const widthMs = fixedMs[interval] ?? 0;
  // Every zone in use keeps to quarters of an hour, so that shorter buckets are the same in all of them.
  if (widthMs > 0 && (widthMs < hourMs || (await onFullHours(client, query, zone))))
    return { widthMs, starts: undefined };
  const step = calendar[interval];
  const { rows } = step
    ? await client.query<{ start: number }>(calendarStarts, [
        from,
        to,
        zone,
        step.unit,
        step.step,
        interval === '1w' ? firstWeekday - 1 : 0,
      ])
    : await client.query<{ start: number }>(hourStarts, [from - 2 * hourMs, to, zone]);
  return { widthMs: 0, starts: rows.map((row) => row.start) };
}

export type GridQuery = Pick<BucketQuery, 'from' | 'to' | 'interval' | 'zone' | 'firstWeekday'>;

const cachedGrids = 500;
const grids = new Map<string, Grid>();

/**
 * Time zones are PostgreSQL's business; the points are then sorted into the grid wherever they are. Spans are rounded to
 * whole days, so that the next look at the same chart finds its grid: buckets outside of the span do no harm.
 */
export async function readGrid(client: Client, query: GridQuery): Promise<Grid> {
  const { interval, zone, firstWeekday } = query;
  const span = { from: dayOf(query.from) * dayMs, to: (dayOf(query.to) + 1) * dayMs };
  const key = [interval, zone, firstWeekday, span.from, span.to].join();
  const grid = grids.get(key) ?? (await computeGrid(client, { ...query, ...span }));
  // The oldest goes first; one in use comes to the end again.
  grids.delete(key);
  grids.set(key, grid);
  const [oldest] = grids.keys();
  if (grids.size > cachedGrids && oldest !== undefined) grids.delete(oldest);
  return grid;
}
