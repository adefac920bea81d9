import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { connect } from '../../apps/server/src/platform/db/db.ts';
import { migrateDatabase } from '../../apps/server/src/platform/db/migrate.ts';
import type { History } from '../../apps/server/src/platform/history/history.ts';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import { startCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { batchesOf, dayMs, days, denseSeries, type Fleet, firstDay, fleetOf } from './series.ts';

/** node bench/history/run.ts [--points 2000000]: history on an own PostgreSQL with normal durability. */

const rounds = { open: 3, packed: 11 };
const span = { from: firstDay, to: firstDay + days * dayMs };
const zone = 'Europe/Berlin';

const seconds = (startedAt: number) => (performance.now() - startedAt) / 1000;

async function medianMs(work: () => Promise<unknown>, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return Number((times.sort((a, b) => a - b)[rounds >> 1] ?? 0).toFixed(1));
}

const queriesOf = (history: History, fleet: Fleet): Record<string, () => Promise<unknown>> => ({
  'sparse series: 1-h means': () =>
    history.buckets({ ...span, zone, series: fleet.sparse.slice(0, 1), interval: '1h', fn: 'avg' }),
  '100 sparse series: daily means': () =>
    history.buckets({ ...span, zone, series: fleet.sparse.slice(0, 100), interval: '1d', fn: 'avg' }),
  '10-s series: 1-h means': () => history.buckets({ ...span, zone, series: [denseSeries], interval: '1h', fn: 'avg' }),
  '10-s series: 15-min means': () =>
    history.buckets({ ...span, zone, series: [denseSeries], interval: '15m', fn: 'avg' }),
  '10-s series: daily medians': () =>
    history.buckets({ ...span, zone, series: [denseSeries], interval: '1d', fn: 'median' }),
  '10-s series: chart of 1000 points': () => history.downsample({ ...span, series: denseSeries, maxPoints: 1000 }),
  '10-s series: last 50 values': () => history.latest([denseSeries], 50),
});

async function measure(history: History, fleet: Fleet, rounds: number): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [name, query] of Object.entries(queriesOf(history, fleet))) figures[name] = await medianMs(query, rounds);
  return figures;
}

async function sizeBytes(pool: pg.Pool, pattern: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes from pg_class where relkind = 'r' and relname like $1`,
    [pattern],
  );
  return rows[0]?.bytes ?? 0;
}

async function run(url: string, wantedPoints: number) {
  await migrateDatabase(url);
  const { db, pool, close } = connect({ url });
  const history = createPostgresHistory({ pool });
  const fleet = fleetOf(wantedPoints);
  for (let day = 0; day < days; day += 1) await history.ensurePartitions(firstDay + day * dayMs);

  let writingSeconds = 0;
  for (let day = 0; day < days; day += 1) {
    for (const batch of batchesOf(fleet, day, 5_000)) {
      const startedAt = performance.now();
      await history.write(db, batch);
      writingSeconds += seconds(startedAt);
    }
  }
  await pool.query('analyze');
  const openBytes = await sizeBytes(pool, 'history_points_%');
  const open = await measure(history, fleet, rounds.open);

  const packingAt = performance.now();
  for (let day = 0; day < days; day += 1) await history.pack(firstDay + day * dayMs);
  const packingSeconds = seconds(packingAt);
  await pool.query('vacuum analyze history_days');
  const packedBytes = await sizeBytes(pool, 'history_days');
  const packed = await measure(history, fleet, rounds.packed);
  await close();

  return {
    cores: cpus().length,
    points: fleet.points,
    series: fleet.sparse.length + 1,
    writePointsPerSecond: Math.round(fleet.points / writingSeconds),
    packPointsPerSecond: Math.round(fleet.points / packingSeconds),
    openBytesPerPoint: Number((openBytes / fleet.points).toFixed(1)),
    packedBytesPerPoint: Number((packedBytes / fleet.points).toFixed(1)),
    medianMs: Object.fromEntries(Object.keys(open).map((name) => [name, { open: open[name], packed: packed[name] }])),
  };
}

const { values } = parseArgs({ options: { points: { type: 'string', default: '2000000' } } });
const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-bench-'));
const cluster = await startCluster({ dataDir });
try {
  const { medianMs: times, ...figures } = await run(cluster.url, Number(values.points));
  console.table(figures);
  console.table(times);
  console.log(JSON.stringify({ ...figures, medianMs: times }));
} finally {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
