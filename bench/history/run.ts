import { setTimeout as delay } from 'node:timers/promises';
import type { History } from '../../apps/server/src/platform/history/history.ts';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import { defineBench } from '../bench.ts';
import { databaseMs, oursMs, ownMs, processMs } from '../cpu.ts';
import { type Database, openDatabase } from '../database.ts';
import { heldMegabytes, median, timed } from '../measure.ts';
import { type Influx, startInflux, toLines } from '../peers/influx.ts';
import { type Add, type Recorder, rounded } from '../result.ts';
import { assertSame, queriesOf } from './queries.ts';
import { batchesOf, dayMs, type Fleet, firstDay, fleetOf } from './series.ts';
import { sizeBytes } from './size.ts';
import { batchPoints, writeAll } from './write.ts';

/** Compares history on PostgreSQL, with normal durability, and InfluxDB: same points and queries, alternating. */

const targets = { pointsPerSecond: { atLeast: 150_000 }, bytesPerPoint: { atMost: 15 } };

/** CPU time below this in the interval counts as idle. */
const [idleMs, lookMs] = [20, 200];

interface Sides {
  database: Database;
  history: History;
  influx: Influx | undefined;
  fleet: Fleet;
}

const theirsMs = ({ pid }: Influx) => processMs(pid) + ownMs();
const peerOf = (influx: Influx | undefined, value: number | undefined, how = '') => ({
  name: `${influx?.name ?? 'InfluxDB'}${how}`,
  value: influx && value !== undefined ? rounded(value) : null,
});
const peersOf = (influx: Influx | undefined, value: number | undefined) => ({ peers: [peerOf(influx, value)] });

/** Both databases have background work after writes, which must not affect the other's figures. */
async function untilIdle({ database: { pool }, influx }: Sides): Promise<void> {
  const spentMs = async () => (await databaseMs(pool)) + (influx ? processMs(influx.pid) : 0);
  for (let [before, now] = [Number.NEGATIVE_INFINITY, await spentMs()]; now - before > idleMs; ) {
    await delay(lookMs);
    [before, now] = [now, await spentMs()];
  }
}

/**
 * Alternates day by day, so that both have the same conditions. Points of a day are generated before the clock starts.
 */
async function addIngest(add: Add, sides: Sides): Promise<void> {
  const { database, history, influx, fleet } = sides;
  const { db, pool } = database;
  const spentMs = { ours: 0, theirs: 0, theirsFromPoints: 0 };
  const cpuMs = { ours: 0, theirs: 0 };
  const heldMb: number[] = [];
  for (let day = 0; day < fleet.days; day += 1) {
    const batches = [...batchesOf(fleet, day, batchPoints)];
    await untilIdle(sides);
    const ourCpuMs = await oursMs(pool);
    spentMs.ours += await writeAll(batches.values(), (batch) => history.write(db, batch));
    cpuMs.ours += (await oursMs(pool)) - ourCpuMs;
    heldMb.push(await heldMegabytes());
    if (!influx) continue;
    const lines = batches.map(toLines);
    await untilIdle(sides);
    const theirCpuMs = theirsMs(influx);
    spentMs.theirs += await writeAll(lines.values(), influx.write);
    cpuMs.theirs += theirsMs(influx) - theirCpuMs;
    await untilIdle(sides);
    spentMs.theirsFromPoints += await writeAll(batches.values(), influx.writePoints);
  }
  const rate = (ms: number) => fleet.points / (ms / 1000);
  const micros = (ms: number) => (ms * 1000) / fleet.points;
  const third = Math.ceil(fleet.days / 3);
  const target = targets.pointsPerSecond;
  // Ours starts from points in memory, and so does a program that writes to InfluxDB.
  const peers = [
    peerOf(influx, rate(spentMs.theirsFromPoints)),
    peerOf(influx, rate(spentMs.theirs), ', lines made before the clock ran'),
  ];
  add('written', rate(spentMs.ours), 'points/s', { target, peers });
  add('processor', micros(cpuMs.ours), 'µs a point', peersOf(influx, micros(cpuMs.theirs)));
  add('memory held, at most, first third', Math.max(...heldMb.slice(0, third)), 'MB');
  add('memory held, at most, last third', Math.max(...heldMb.slice(-third)), 'MB');
}

/** Packs all days but the last, as in a running installation. */
async function addPacking(add: Add, { database: { pool }, history, fleet }: Sides): Promise<void> {
  const { ms } = await timed(async () => {
    for (let day = 0; day < fleet.days - 1; day += 1) await history.pack(firstDay + day * dayMs);
  });
  await pool.query('vacuum analyze history_days');
  const { rows } = await pool.query<{ points: number }>('select sum(points)::float8 as points from history_days');
  const packed = rows[0]?.points ?? 0;
  add('packed', packed / (ms / 1000), 'points/s');
  add('packed points', packed, 'points');
  add('points of the open day', fleet.points - packed, 'points');
  add('size of packed points', (await sizeBytes(pool, 'history_days')) / packed, 'bytes a point', {
    target: targets.bytesPerPoint,
  });
}

async function addQueries(time: Add, processor: Add, { database, history, influx, fleet }: Sides, rounds: number) {
  for (const { name, limitMs, ours, theirs } of queriesOf(fleet)) {
    const times = { ours: [] as number[], theirs: [] as number[] };
    const cpuMs = { ours: 0, theirs: 0 };
    for (let round = 0; round <= rounds; round += 1) {
      const ourCpuMs = await oursMs(database.pool);
      const own = await timed(() => ours(history));
      cpuMs.ours += (await oursMs(database.pool)) - ourCpuMs;
      const theirCpuMs = influx ? theirsMs(influx) : 0;
      const other = influx && theirs ? await timed(() => theirs(influx)) : undefined;
      if (influx) cpuMs.theirs += theirsMs(influx) - theirCpuMs;
      // The first round warms up both and compares their results.
      if (round === 0 && other) assertSame(name, own.result, other.result);
      if (round === 0) continue;
      times.ours.push(own.ms);
      if (other) times.theirs.push(other.ms);
    }
    const each = (ms: number) => ms / (rounds + 1);
    const compared = (value: number) => (theirs ? peersOf(influx, value) : {});
    const target = limitMs === undefined ? {} : { target: { atMost: limitMs } };
    time(name, median(times.ours), 'ms', { ...target, ...compared(median(times.theirs)) });
    processor(name, each(cpuMs.ours), 'ms', compared(each(cpuMs.theirs)));
  }
}

async function run({ points, rounds }: { points: number; rounds: number }, { table, note }: Recorder): Promise<void> {
  const influx = await startInflux();
  if (!influx) note('InfluxDB is not installed (Debian: apt-get install influxdb).');
  const database = await openDatabase();
  const history = createPostgresHistory(database);
  const fleet = fleetOf(points);
  for (let day = 0; day < fleet.days; day += 1) await history.ensurePartitions(firstDay + day * dayMs);
  const sides = { database, history, influx, fleet };
  await addIngest(table('Writing, 4 batches of 5,000 at once'), sides);
  await database.pool.query('analyze');
  await addPacking(table('Packing closed days'), sides);
  await addQueries(table('Questions over 30 days'), table('Processor time of the same questions'), sides, rounds);
}

export const bench = defineBench({
  about: 'The past of values: writing, packing and asking, beside InfluxDB with the same points and questions.',
  options: {
    points: { default: 2_000_000, about: 'in 30 days; one series every 10 s, the others every 15 min' },
    rounds: { default: 15, about: 'of each question' },
  },
  run,
});
