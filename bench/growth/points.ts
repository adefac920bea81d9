import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import { openDatabase } from '../database.ts';
import { batchesOf, dayMs, denseSeries, firstDay, fleetOf } from '../history/series.ts';
import { sizeBytes } from '../history/size.ts';
import { batchPoints, writeAll } from '../history/write.ts';
import { medianMs, timed } from '../measure.ts';
import type { Add } from '../result.ts';

const days = 90;
const rounds = 9;

/** Days are packed as they end, so that storage is as in a real installation. The last day stays open. */
export async function addPoints(add: Add, points: number): Promise<void> {
  const startedMs = performance.now();
  const of = points.toLocaleString('en');
  const database = await openDatabase();
  const { db, pool } = database;
  const history = createPostgresHistory(database);
  const fleet = fleetOf(points, { days, denseMs: 60_000 });
  let [writeMs, packMs] = [0, 0];
  for (let day = 0; day < days; day += 1) {
    await history.ensurePartitions(firstDay + day * dayMs);
    // Generated before the clock starts.
    const batches = [...batchesOf(fleet, day, batchPoints)];
    writeMs += await writeAll(batches.values(), (batch) => history.write(db, batch));
    if (day < days - 1) packMs += (await timed(() => history.pack(firstDay + day * dayMs))).ms;
  }
  await pool.query('vacuum analyze history_days');
  await pool.query('analyze');
  add('points', fleet.points, 'points', { of });
  add('series', fleet.sparse.length + 1, 'series', { of });
  add('written', fleet.points / (writeMs / 1_000), 'points/s', { of });
  add('written and packed', fleet.points / ((writeMs + packMs) / 1_000), 'points/s', { of });
  const { rows } = await pool.query<{ points: number }>('select sum(points)::float8 as points from history_days');
  const packed = rows[0]?.points ?? 0;
  add('size of packed points', (await sizeBytes(pool, 'history_days')) / packed, 'bytes a point', { of });
  const opened = await sizeBytes(pool, 'history\\_points%');
  add('size of points of the open day', opened / (fleet.points - packed), 'bytes a point', { of });

  const sparse = fleet.sparse.slice(0, 1);
  const hundred = fleet.sparse.slice(0, 100);
  const to = firstDay + days * dayMs;
  const zone = 'Europe/Berlin';
  const lastDays = (count: number) => ({ from: to - count * dayMs, to });
  const questions: Record<string, () => Promise<unknown>> = {
    'last value of a series': () => history.latest(sparse, 1),
    'last values of 100 series': () => history.latest(hundred, 1),
    '24 h of a series every 15 min': () => history.columns({ ...lastDays(1), series: sparse[0] ?? 0, limit: 100_000 }),
    '24 h of a series every minute': () => history.columns({ ...lastDays(1), series: denseSeries, limit: 100_000 }),
    '30 d chart of a series every 15 min': () =>
      history.downsample({ ...lastDays(30), series: sparse[0] ?? 0, maxPoints: 1_000 }),
    '30 d chart of a series every minute': () =>
      history.downsample({ ...lastDays(30), series: denseSeries, maxPoints: 1_000 }),
    '90 d, daily means of a series': () =>
      history.buckets({ ...lastDays(90), series: sparse, interval: '1d', fn: 'avg', zone }),
    '90 d, daily means of 100 series': () =>
      history.buckets({ ...lastDays(90), series: hundred, interval: '1d', fn: 'avg', zone }),
  };
  for (const [what, ask] of Object.entries(questions)) {
    await ask();
    add(what, await medianMs(rounds, ask), 'ms', { of });
  }
  add('all of this took', (performance.now() - startedMs) / 1_000, 's', { of });
  await database.stop();
}
