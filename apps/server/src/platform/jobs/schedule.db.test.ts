import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { defineSchedule } from './define-job.ts';
import { createJobs } from './jobs.ts';

const minuteMs = 60_000;

it('runs each missed occurrence once, although two processes start at the same time', async () => {
  const database = await useTestDatabase();
  const ran: string[] = [];
  const all = Promise.withResolvers<void>();
  const schedule = defineSchedule({
    name: 'every-minute',
    cron: '* * * * *',
    catchUpMs: 5 * minuteMs,
    async run({ scheduledAt }) {
      ran.push(scheduledAt.toISOString());
      if (ran.length >= 5) all.resolve();
    },
  });
  // Simulates a server that has known the schedule for ten minutes and ran nothing in the last five.
  await database.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('every-minute', now() - interval '10 minutes')`,
  );
  const engine = () =>
    createJobs({
      database,
      log: createLog('silent'),
      clock: systemClock,
      kinds: () => [],
      schedules: () => [schedule],
    });
  const engines = [engine(), engine()];
  onTestFinished(async () => void (await Promise.all(engines.map((each) => each.stop()))));
  await Promise.all(engines.map((each) => each.start()));
  await all.promise;
  await Promise.all(engines.map((each) => each.stop()));
  expect(new Set(ran).size).toBe(ran.length);
  expect(ran).toEqual(ran.toSorted());
  expect(ran.length).toBeGreaterThanOrEqual(5);
});

it('refuses two schedules of one name, and a pattern that makes no sense', async () => {
  const database = await useTestDatabase();
  const schedule = defineSchedule({ name: 'twice', cron: '0 3 * * *', run: async () => {} });
  const options = { database, log: createLog('silent'), clock: systemClock, kinds: () => [] };
  const twice = createJobs({ ...options, schedules: () => [schedule, schedule] });
  await expect(twice.start()).rejects.toThrow('defined twice');
  const broken = createJobs({ ...options, schedules: () => [{ ...schedule, cron: 'at noon' }] });
  await expect(broken.start()).rejects.toThrow();
  await broken.stop();
});

it('is let go at the end without a word about errors, and done after the next start', async () => {
  const database = await useTestDatabase();
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<Date>();
  const engineWith = (run: Parameters<typeof defineSchedule>[0]['run']) => {
    const schedule = defineSchedule({ name: 'interrupted', cron: '* * * * *', catchUpMs: minuteMs, run });
    return createJobs({ database, log, clock: systemClock, kinds: () => [], schedules: () => [schedule] });
  };
  await database.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('interrupted', now() - interval '2 minutes')`,
  );
  const first = engineWith(async ({ signal }) => {
    begun.resolve();
    await once(signal, 'abort');
    signal.throwIfAborted();
  });
  await first.start();
  await begun.promise;
  await first.stop();
  expect(lines).toEqual([]);
  // The worker would retry the occurrence a little later; the test triggers the retry at once.
  await database.pool.query(`update graphile_worker._private_jobs set run_at = now()`);
  const second = engineWith(async ({ scheduledAt }) => done.resolve(scheduledAt));
  onTestFinished(() => second.stop());
  await second.start();
  expect((await done.promise).getTime()).toBeLessThanOrEqual(Date.now());
});
