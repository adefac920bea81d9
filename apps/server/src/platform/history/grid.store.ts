import type { Client } from '../db/connection.ts';
import { dayMs, dayOf, hourMs } from './columns.ts';
import type { Grid } from './grid.ts';
import type { BucketInterval, BucketQuery, Span } from './history.ts';

const minuteMs = 60_000;
const fixedMs: Partial<Record<BucketInterval, number>> = { '5m': 5 * minuteMs, '15m': 15 * minuteMs, '1h': hourMs };

/** Calendar intervals: the unit to which a wall-clock time is truncated, and the step from bucket to bucket. */
const calendar: Partial<Record<BucketInterval, { unit: string; step: string }>> = {
  '6h': { unit: 'day', step: '6 hours' },
  '1d': { unit: 'day', step: '1 day' },
  '1w': { unit: 'week', step: '7 days' },
  '1mo': { unit: 'month', step: '1 month' },
};

/**
 * Bucket starts on the wall clock of a zone. If the clock shows a start twice (set back over midnight), the first one
 * counts, which PostgreSQL would not choose; if the clock skips a start, the moment of the change counts.
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

/** Checks whether the zone shows full hours when UTC does. One check per day suffices: offsets last longer. */
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
  // The offset of every zone in use is a multiple of 15 minutes, so shorter buckets are the same in all zones.
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

type GridQuery = Pick<BucketQuery, 'from' | 'to' | 'interval' | 'zone' | 'firstWeekday'>;

const cachedGrids = 500;
const grids = new Map<string, Grid>();

/**
 * PostgreSQL computes bucket starts because it knows the time zones; points are then assigned to buckets in Node. Spans
 * are rounded to whole days, so that the next query of a chart hits the cache: buckets outside of the span do no harm.
 */
export async function readGrid(client: Client, query: GridQuery): Promise<Grid> {
  const { interval, zone, firstWeekday } = query;
  const span = { from: dayOf(query.from) * dayMs, to: (dayOf(query.to) + 1) * dayMs };
  const key = [interval, zone, firstWeekday, span.from, span.to].join();
  const grid = grids.get(key) ?? (await computeGrid(client, { ...query, ...span }));
  // LRU cache: the entry is moved to the end, and the oldest one is evicted.
  grids.delete(key);
  grids.set(key, grid);
  const [oldest] = grids.keys();
  if (grids.size > cachedGrids && oldest !== undefined) grids.delete(oldest);
  return grid;
}
