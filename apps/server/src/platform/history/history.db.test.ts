import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase, useTestDatabase } from '../../../test/database.ts';
import type { HistoryPoint } from './history.ts';
import { createPostgresHistory } from './postgres-history.ts';
import { describeHistory } from './testing/history.conformance.ts';

const dayMs = 86_400_000;
const day = Date.UTC(2025, 9, 26);

const makeHistory = async () => {
  const { db, pool, drop } = await createTestDatabase();
  let stepsLeft = Number.POSITIVE_INFINITY;
  const history = createPostgresHistory({
    pool,
    onPackStep(step) {
      stepsLeft -= 1;
      if (stepsLeft === 0) throw new Error(`killed at ${step}`);
    },
  });
  const killPackAt = (step = Number.POSITIVE_INFINITY) => {
    stepsLeft = step;
  };
  return { db, history, killPackAt, close: drop };
};

describeHistory('PostgreSQL', makeHistory, Number(process.env.FAULT_RUNS ?? 1));

const steady = (series: number, count: number): HistoryPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    series,
    at: day + index * 10_000,
    shard: 0,
    seq: index,
    value: (index % 100) / 10,
    source: 'live',
  }));

const countOf = async (pool: pg.Pool, from: string) =>
  (await pool.query(`select count(*)::int as n from ${from}`)).rows[0].n;

it('survives the loss of its connections at every step of packing', async () => {
  const { db, pool, url } = await useTestDatabase();
  const killer = new pg.Client({ connectionString: url });
  await killer.connect();
  let stepsLeft = 0;
  const history = createPostgresHistory({
    pool,
    async onPackStep() {
      stepsLeft -= 1;
      if (stepsLeft !== 0) return;
      await killer.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
    },
  });
  const points = [1, 2, 3].flatMap((series) => steady(series, 1_000));
  const late = steady(4, 10);
  await history.ensurePartitions(day);
  await history.write(db, points);
  let killings = 0;
  for (let step = 1; step < 12; step += 1) {
    stepsLeft = step;
    killings += await history.pack(day).then(
      () => 0,
      () => 1,
    );
    await history.write(db, late);
    stepsLeft = 0;
    for (const series of [1, 2, 3, 4]) {
      const found = await history.range({ series, from: 0, to: day + dayMs, limit: 5_000, order: 'ascending' });
      expect(found).toEqual(series === 4 ? late : points.filter((point) => point.series === series));
    }
  }
  expect(killings).toBeGreaterThan(3);
  await killer.end();
});

it('moves a closed day into one row a series and gives its partition back', async () => {
  const { db, pool } = await useTestDatabase();
  const history = createPostgresHistory({ pool });
  await history.ensurePartitions(day);
  await history.ensurePartitions(day);
  expect(await history.daysToPack(day)).toEqual([]);
  expect(await history.daysToPack(day + dayMs)).toEqual([day]);
  await history.write(db, [...steady(1, 8_640), ...steady(1, 8_640), ...steady(2, 5)]);
  expect(await countOf(pool, 'history_late')).toBe(0);
  await history.pack(day);
  expect(await countOf(pool, 'history_open')).toBe(0);
  expect((await pool.query('select series, points from history_days order by series')).rows).toEqual([
    { series: 1, points: 8_640 },
    { series: 2, points: 5 },
  ]);
  expect(await history.daysToPack(day + dayMs)).toEqual([]);
  await history.write(db, steady(1, 3));
  expect(await history.daysToPack(day + dayMs)).toEqual([day]);
  await history.pack(day);
  expect(await countOf(pool, 'history_open')).toBe(0);
  expect(await countOf(pool, 'history_days')).toBe(2);
});

it('gives values that came too early to the partition of their day', async () => {
  const { db, pool } = await useTestDatabase();
  const history = createPostgresHistory({ pool });
  await history.write(db, steady(1, 10));
  expect(await countOf(pool, 'history_late')).toBe(1);
  await Promise.all([history.ensurePartitions(day), history.ensurePartitions(day - dayMs)]);
  expect(await countOf(pool, 'history_late')).toBe(0);
  expect(await countOf(pool, 'history_points')).toBe(1);
  expect(await history.latest([1], 100)).toEqual(new Map([[1, steady(1, 10).reverse()]]));
});

it('finds the newest points before a time in rows that reach beyond it', async () => {
  const { db, pool } = await useTestDatabase();
  const history = createPostgresHistory({ pool });
  const [early, late] = [steady(1, 1), steady(1, 9).slice(-1)];
  // Each row holds one point before and one after the end of the span, and both are read before the row between them.
  for (let round = 0; round < 3; round += 1) await history.write(db, [...early, ...late]);
  const between = steady(1, 5).slice(1);
  await history.write(db, between);
  const span = { series: 1, from: day, to: day + 60_000, order: 'descending' } as const;
  expect(await history.range({ ...span, limit: 1 })).toEqual(between.slice(-1));
  expect(await history.range({ ...span, limit: 100 })).toEqual([...between.toReversed(), ...early]);
  expect((await history.summarise({ ...span })).last).toEqual({ at: day + 40_000, value: 0.4 });
});

it('keeps what shares a row with removed points', async () => {
  const { db, pool } = await useTestDatabase();
  const history = createPostgresHistory({ pool });
  const points = [1, 2, 3, 17].flatMap((series) => steady(series, 100));
  await history.ensurePartitions(day);
  await history.write(db, points);
  await history.write(
    db,
    steady(2, 5).map((point) => ({ ...point, at: point.at + dayMs })),
  );
  await history.dropBefore([1, 2], day + dayMs);
  const left = await history.latest([1, 2, 3, 17], 1_000);
  expect([1, 2, 3, 17].map((series) => left.get(series)?.length ?? 0)).toEqual([0, 5, 100, 100]);
  expect(left.get(3)).toEqual(steady(3, 100).reverse());
});

it('waits for a transaction that still writes to the day before it closes it', async () => {
  const { db, pool } = await useTestDatabase();
  const history = createPostgresHistory({ pool });
  await history.ensurePartitions(day);
  let packing = Promise.resolve();
  await db.transaction(async (tx) => {
    await history.write(tx, steady(1, 10));
    packing = history.pack(day);
    await history.write(tx, steady(1, 20));
  });
  await packing;
  await history.pack(day);
  expect((await pool.query('select points from history_days')).rows).toEqual([{ points: 20 }]);
});

it('packs once when two workers are at it', async () => {
  const { db, pool } = await useTestDatabase();
  const history = createPostgresHistory({ pool });
  await history.ensurePartitions(day);
  await history.write(db, steady(1, 5_000));
  await Promise.all([history.pack(day), history.pack(day), history.ensurePartitions(day)]);
  await history.pack(day);
  expect((await pool.query('select points from history_days')).rows).toEqual([{ points: 5_000 }]);
  expect(await countOf(pool, 'history_open')).toBe(0);
});

it('removes for good what is just being packed', async () => {
  const { db, pool } = await useTestDatabase();
  let removing: Promise<void> | undefined;
  let isDone = false;
  const history = createPostgresHistory({
    pool,
    async onPackStep(step) {
      if (step !== 'written' || removing) return;
      removing = history.dropBefore([1], Number.MAX_SAFE_INTEGER).finally(() => {
        isDone = true;
      });
      // The removal either waits for the packing or has finished before it.
      while (!isDone && (await countOf(pool, `pg_locks where locktype = 'advisory' and not granted`)) === 0);
    },
  });
  await history.ensurePartitions(day);
  await history.write(db, [...steady(1, 10), ...steady(2, 10)]);
  await history.pack(day);
  await removing;
  expect((await pool.query('select series, points from history_days')).rows).toEqual([{ series: 2, points: 10 }]);
  expect(isDone).toBe(true);
});

it('reads rollups, not points, where they suffice', async () => {
  const { db, pool } = await useTestDatabase();
  const history = createPostgresHistory({ pool });
  await history.write(db, steady(1, 8_640));
  await history.pack(day);
  const query = { series: [1], from: day, to: day + dayMs, interval: '6h', zone: 'Europe/Berlin' } as const;
  const functions = ['avg', 'min', 'max', 'sum', 'count', 'first', 'latest'] as const;
  const answers = () => Promise.all(functions.map((fn) => history.buckets({ ...query, fn })));
  const before = await answers();
  // Without its points, the day can be answered only from its rollups.
  await pool.query(`update history_days set chunk = ''`);
  expect(await answers()).toEqual(before);
  await expect(history.buckets({ ...query, fn: 'median' })).rejects.toThrow('ends too early');
  await expect(history.buckets({ ...query, fn: 'avg', zone: 'Asia/Kolkata' })).rejects.toThrow('ends too early');
  await expect(history.buckets({ ...query, fn: 'avg', from: day + 1 })).rejects.toThrow('ends too early');
  await expect(history.buckets({ ...query, fn: 'avg', interval: '15m' })).rejects.toThrow('ends too early');
});
