import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { connect, type Database } from '../../apps/server/src/platform/db/db.ts';
import { migrateDatabase } from '../../apps/server/src/platform/db/migrate.ts';
import type { History } from '../../apps/server/src/platform/history/history.ts';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import { startCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { oursMs, theirsMs } from './cpu.ts';
import { type Influx, startInflux, toLines } from './influx.ts';
import { assertSame, queriesOf } from './queries.ts';
import { batchesOf, dayMs, days, type Fleet, firstDay, fleetOf } from './series.ts';

/**
 * node bench/history/run.ts [--points 2000000] [--rounds 15]: history on an own PostgreSQL with normal durability, and
 * InfluxDB, where it is installed, with the same points and the same queries, by turns. The last day stays open.
 */

const batchPoints = 5_000;
const writers = 4;
const wanted = { pointsPerSecond: 150_000, bytesPerPoint: 15 };

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const rounded = (value: number) => Number(value.toPrecision(3));

/** What is still in use once everything else is thrown away; Node must be started with `--expose-gc` for that. */
function megabytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 1_048_576);
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

/** As many batches in flight as an installation of a few shards has. */
async function writeDay<T>(batches: Iterator<T>, write: (batch: T) => Promise<void>): Promise<number> {
  const { ms } = await timed(() =>
    Promise.all(
      Array.from({ length: writers }, async () => {
        for (let next = batches.next(); !next.done; next = batches.next()) await write(next.value);
      }),
    ),
  );
  return ms;
}

/** Day by day in turns, so that both meet the same load of the machine. What a day holds is made before the clock runs. */
async function ingest(history: History, { db, pool }: Database, influx: Influx | undefined, fleet: Fleet) {
  const spentMs = { ours: 0, theirs: 0 };
  const cpuMs = { ours: 0, theirs: 0 };
  const heldMb: number[] = [];
  for (let day = 0; day < days; day += 1) {
    const batches = [...batchesOf(fleet, day, batchPoints)];
    const ourCpuMs = await oursMs(pool);
    spentMs.ours += await writeDay(batches.values(), (batch) => history.write(db, batch));
    cpuMs.ours += (await oursMs(pool)) - ourCpuMs;
    heldMb.push(megabytes());
    if (!influx) continue;
    const lines = batches.map(toLines);
    const theirCpuMs = theirsMs(influx);
    spentMs.theirs += await writeDay(lines.values(), influx.write);
    cpuMs.theirs += theirsMs(influx) - theirCpuMs;
  }
  const rate = (ms: number) => Math.round(fleet.points / (ms / 1000));
  const third = Math.ceil(days / 3);
  return {
    pointsPerSecond: rate(spentMs.ours),
    ...(influx
      ? { influxPointsPerSecond: rate(spentMs.theirs), ratio: rounded(spentMs.theirs / spentMs.ours) }
      : { influxPointsPerSecond: 'not installed' }),
    cpuMicrosecondsPerPoint: rounded((cpuMs.ours * 1000) / fleet.points),
    influxCpuMicrosecondsPerPoint: rounded((cpuMs.theirs * 1000) / fleet.points),
    memoryMbFirstThird: Math.max(...heldMb.slice(0, third)),
    memoryMbLastThird: Math.max(...heldMb.slice(-third)),
  };
}

async function sizeBytes(pool: pg.Pool, pattern: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes from pg_class where relkind = 'r' and relname like $1`,
    [pattern],
  );
  return rows[0]?.bytes ?? 0;
}

/** All days but the last, as at any moment of a running installation. */
async function pack(history: History, pool: pg.Pool, fleet: Fleet) {
  const { ms } = await timed(async () => {
    for (let day = 0; day < days - 1; day += 1) await history.pack(firstDay + day * dayMs);
  });
  await pool.query('vacuum analyze history_days');
  const { rows } = await pool.query<{ points: number }>('select sum(points)::float8 as points from history_days');
  const packedPoints = rows[0]?.points ?? 0;
  return {
    packedPoints,
    openPoints: fleet.points - packedPoints,
    packPointsPerSecond: Math.round(packedPoints / (ms / 1000)),
    bytesPerPoint: rounded((await sizeBytes(pool, 'history_days')) / packedPoints),
  };
}

async function ask(history: History, pool: pg.Pool, influx: Influx | undefined, fleet: Fleet, rounds: number) {
  const table: Record<string, Record<string, unknown>> = {};
  for (const { name, limitMs, ours, theirs } of queriesOf(fleet)) {
    const times = { ours: [] as number[], theirs: [] as number[] };
    const cpuMs = { ours: 0, theirs: 0 };
    for (let round = 0; round <= rounds; round += 1) {
      const ourCpuMs = await oursMs(pool);
      const own = await timed(() => ours(history));
      cpuMs.ours += (await oursMs(pool)) - ourCpuMs;
      const theirCpuMs = influx ? theirsMs(influx) : 0;
      const other = influx && theirs ? await timed(() => theirs(influx)) : undefined;
      if (influx) cpuMs.theirs += theirsMs(influx) - theirCpuMs;
      // The first round warms both up and compares what they say.
      if (round === 0 && other) assertSame(name, own.result, other.result);
      if (round === 0) continue;
      times.ours.push(own.ms);
      if (other) times.theirs.push(other.ms);
    }
    const [ms, influxMs] = [median(times.ours), median(times.theirs)];
    table[name] = {
      ms: rounded(ms),
      bestMs: rounded(Math.min(...times.ours)),
      limitMs: limitMs ?? '',
      influxMs: rounded(influxMs),
      ratio: rounded(influxMs / ms),
      cpuMs: rounded(cpuMs.ours / (rounds + 1)),
      influxCpuMs: rounded(cpuMs.theirs / (rounds + 1)),
      reached: (limitMs === undefined || ms < limitMs) && !(influxMs < ms),
    };
  }
  return table;
}

const { values } = parseArgs({
  options: { points: { type: 'string', default: '2000000' }, rounds: { type: 'string', default: '15' } },
});
const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-bench-'));
const cluster = await startCluster({ dataDir });
const influx = await startInflux();
try {
  await migrateDatabase(cluster.url);
  const open = connect({ url: cluster.url });
  const { pool } = open;
  const history = createPostgresHistory({ pool });
  const fleet = fleetOf(Number(values.points));
  for (let day = 0; day < days; day += 1) await history.ensurePartitions(firstDay + day * dayMs);
  console.table({
    points: fleet.points,
    series: fleet.sparse.length + 1,
    cores: cpus().length,
    load: rounded(loadavg()[0] ?? 0),
  });
  console.table({ ...(await ingest(history, open, influx, fleet)), wantedPointsPerSecond: wanted.pointsPerSecond });
  await pool.query('analyze');
  console.table({ ...(await pack(history, pool, fleet)), wantedBytesPerPoint: wanted.bytesPerPoint });
  const figures = await ask(history, pool, influx, fleet, Number(values.rounds));
  console.table(figures);
  console.log(JSON.stringify({ load: loadavg(), figures }));
  await open.close();
} finally {
  await influx?.stop();
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
