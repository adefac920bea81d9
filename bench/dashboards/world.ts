import type pg from 'pg';
import { lockedTables } from '../../apps/server/src/ingest/newest/index.ts';
import { fillNewest } from '../../apps/server/src/ingest/newest/testing/newest.fixture.ts';
import type { Database } from '../../apps/server/src/platform/db/db.ts';
import type { HistoryPoint } from '../../apps/server/src/platform/history/history.ts';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import { batchesOf, dayMs, denseSeries, type Fleet, firstDay, fleetOf } from '../history/series.ts';
import { batchPoints, writeAll } from '../history/write.ts';

/** The fleet of bench/history with a twin per series, and ten series with minute values of three months. */

/** Number of points that are really written and packed; further series are copies of these days. */
const writtenPoints = 1_000_000;
export const days = 30;
export const longDays = 90;
const minuteMs = 60_000;
/** Minimum of twins on the map and in the table. */
const leastTwins = 10_000;
export const end = firstDay + days * dayMs;

export interface World {
  sparse: number[];
  /** Twins of the ten series of three months: every minute, and every quarter of an hour. */
  everyMinute: number[];
  everyQuarter: number[];
}

/** Twin n has state n with series n; the series of three months follow after all twins. */
async function buildTwins(pool: pg.Pool, series: number, long: readonly number[]): Promise<void> {
  const { rows } = await pool.query<{ id: number; scope: number }>(
    'select id, scope_id as scope from accounts order by id limit 1',
  );
  const [{ id: accountId, scope } = { id: 0, scope: 0 }] = rows;
  const count = Math.max(leastTwins, series);
  const place = `select n, 52 * sin(n) as latitude, 160 * cos(n * 1.7) as longitude
    from unnest(array(select generate_series(1, ${count})) || $1::int[]) as n`;
  await pool.query(
    `insert into twins (id, account_id, path, scope_id, title, search_text, latitude, longitude, x, y, status, address,
       tags, key_value)
     overriding system value
     select n, ${accountId}, n::text::ltree, ${scope}, 'Sensor ' || n, 'sensor ' || n, latitude, longitude,
       floor((longitude + 180) / 360 * 1073741824)::int,
       floor((0.5 - ln((1 + sin(radians(latitude))) / (1 - sin(radians(latitude)))) / (4 * pi())) * 1073741824)::int,
       n % 4, n || ' Main Street', array['wing ' || n % 7], '[{"key":"floor","value":"3"}]'
     from (${place}) as places`,
    [long],
  );
  await pool.query(
    `insert into states (id, twin_id, key, title, unit, value_type, visualisation, source, config, position)
     overriding system value
     select n, n, 'temperature', 'Temperature', '°C', 'number', '{"thresholds":[],"direction":"ascending"}', 'manual',
       '{"source":"manual"}', 1
     from unnest(array(select generate_series(1, ${series})) || $1::int[]) as n`,
    [long],
  );
  await fillNewest(pool, 20.5, new Date(end - 60_000));
  await pool.query(`vacuum analyze twins, states, ${lockedTables.values}`);
}

function* longBatches(series: readonly number[], day: number, stepMs: number): Generator<HistoryPoint[]> {
  for (const id of series) {
    yield Array.from({ length: dayMs / stepMs }, (_, index) => ({
      series: id,
      at: day + index * stepMs,
      shard: 0,
      seq: index,
      value: Math.round(200 + 50 * Math.sin(index / 40 + id) + ((index * 37) % 11)) / 10,
      source: 'live' as const,
    }));
  }
}

const dayColumns = 'day, part, points, first_at, last_at, chunk, hours';
async function copyPacked(pool: pg.Pool, { sparse }: Fleet, copies: number): Promise<void> {
  const [first = 0, last = 0] = [sparse[0], sparse.at(-1)];
  await pool.query(
    `insert into history_days (series, ${dayColumns}) select series + copy * $3::bigint, ${dayColumns} from history_days,
       generate_series(1, $4::int) as copy where series between $1 and $2`,
    [first, last, sparse.length, copies],
  );
}

function* openBatches(fleet: Fleet, copies: number): Generator<HistoryPoint[]> {
  for (const batch of batchesOf(fleet, days - 1, batchPoints)) {
    const sparse = batch.filter(({ series }) => series !== denseSeries);
    for (let copy = 1; copy <= copies; copy += 1) {
      yield sparse.map((point) => ({ ...point, series: point.series + copy * fleet.sparse.length }));
    }
  }
}

export async function buildWorld({ db, pool }: Database, points: number): Promise<World> {
  const history = createPostgresHistory({ pool });
  const fleet = fleetOf(Math.min(points, writtenPoints));
  const copies = Math.max(0, Math.round(fleetOf(points).sparse.length / fleet.sparse.length) - 1);
  const series = fleet.sparse.length * (copies + 1) + 1;
  const from = Math.max(leastTwins, series) + 1;
  const everyMinute = Array.from({ length: 10 }, (_, index) => from + index);
  const everyQuarter = Array.from({ length: 10 }, (_, index) => from + 10 + index);
  await buildTwins(pool, series, [...everyMinute, ...everyQuarter]);
  for (let day = end - longDays * dayMs; day < end; day += dayMs) {
    await history.ensurePartitions(day);
    const batches = [
      longBatches(everyMinute, day, minuteMs),
      longBatches(everyQuarter, day, 15 * minuteMs),
      ...(day >= firstDay ? [batchesOf(fleet, (day - firstDay) / dayMs, batchPoints)] : []),
    ];
    for (const queue of batches) await writeAll(queue, (batch) => history.write(db, batch));
    // The last day stays unpacked, as in a running installation.
    if (day < end - dayMs) await history.pack(day);
  }
  await copyPacked(pool, fleet, copies);
  await writeAll(openBatches(fleet, copies), (batch) => history.write(db, batch));
  await pool.query('vacuum analyze history_days');
  await pool.query('analyze');
  return { sparse: fleet.sparse, everyMinute, everyQuarter };
}
