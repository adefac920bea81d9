import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../../../test/database.ts';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { freeDeadWorkers, refreshLocks } from './dead-workers.ts';
import { defineJob, type JobKind, type JobRun } from './define-job.ts';
import { jobs } from './job.table.ts';
import { createJobs } from './jobs.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const log = createLog('silent');
const job = { accountId: 1, scopeId: 1, userId: null, apiKeyId: null, title: 'A job', payload: {} };
const sourceOf = (path: string) => new URL(path, import.meta.url).href;
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index);

/** A complete worker in a separate process, which hangs in its fourth item until it is killed. */
const hangingWorker = (url: string, kind: string) => `
  import { z } from '${import.meta.resolve('zod')}';
  import { connect } from '${sourceOf('../db/db.ts')}';
  import { createLog } from '${sourceOf('../log/log.ts')}';
  import { systemClock } from '${sourceOf('../clock/clock.ts')}';
  import { createJobs } from '${sourceOf('./jobs.ts')}';
  import { defineJob } from '${sourceOf('./define-job.ts')}';
  const hanging = defineJob({
    kind: '${kind}',
    undo: { way: 'needless' }, payload: z.object({}), afterCrash: 'resume',
    run: (run) => run.items([0, 1, 2, 3, 4, 5], async (item) => {
      if (item < 3) return;
      console.log('hanging');
      await new Promise(() => setInterval(() => {}, 1000));
    }, 6),
  });
  const jobs = createJobs({
    database: connect({ url: '${url}' }), log: createLog('silent'), clock: systemClock, kinds: () => [hanging], pulseMs: 10,
    onChange: (change) => { if (change.done === 3) console.log('saved'); },
  });
  await jobs.start();
`;

async function killedInTheMiddle(kind: string, before: () => Promise<unknown> = async () => {}): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', hangingWorker(database.url, kind)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (!said.includes('hanging') || !said.includes('saved')) continue;
    await before();
    child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
}

async function startJobs(kinds: JobKind[]) {
  const ended = new Map<number, () => void>();
  const engine = createJobs({
    database,
    log,
    clock: systemClock,
    kinds: () => kinds,
    pulseMs: 20,
    recoverEveryMs: 100,
    onChange: ({ id, state }) => {
      if (['done', 'error', 'canceled'].includes(state)) ended.get(id)?.();
    },
  });
  await engine.start();
  onTestFinished(() => engine.stop());
  return { engine, end: (id: number) => new Promise<void>((resolve) => ended.set(id, resolve)) };
}

const define = (kind: string, afterCrash: 'resume' | 'startOver', run: (run: JobRun<unknown>) => Promise<void>) =>
  defineJob({ kind, undo: { way: 'needless' }, payload: z.object({}), afterCrash, run });

const rowOf = async (id: number) => (await database.db.select().from(jobs).where(eq(jobs.id, id)))[0]!;

describe('a job whose process is killed', () => {
  it('is taken over at once by the next process and goes on behind the last counted item', async () => {
    const planner = createJobs({
      database,
      log,
      clock: systemClock,
      kinds: () => [define('resuming', 'resume', async () => {})],
    });
    const id = await planner.enqueue(database.db, { ...job, kind: 'resuming' });
    await killedInTheMiddle('resuming');
    expect(await rowOf(id)).toMatchObject({ state: 'inprogress', done: 3, attempt: 1 });
    const worked: number[] = [];
    const ran = Promise.withResolvers<JobRun<unknown>>();
    const kind = define('resuming', 'resume', async (run) => {
      await run.items(upTo(6), async (item) => void worked.push(item), 6);
      ran.resolve(run);
    });
    await startJobs([kind]);
    expect((await ran.promise).attempt).toBe(2);
    expect(worked).toEqual([3, 4, 5]);
    await expect.poll(() => rowOf(id)).toMatchObject({ state: 'done', done: 6, attempt: 2 });
  });

  it('is taken over by a process that is already running, and starts over if its kind does', async () => {
    const worked: number[] = [];
    const go = Promise.withResolvers<void>();
    const kind = define('restarting', 'startOver', async (run) => {
      expect(run.resumeFrom).toBe(0);
      await run.items(upTo(6), async (item) => void worked.push(item), 6);
      go.resolve();
    });
    const planner = createJobs({ database, log, clock: systemClock, kinds: () => [kind] });
    const id = await planner.enqueue(database.db, { ...job, kind: 'restarting' });
    await killedInTheMiddle('restarting', async () => {
      await startJobs([kind]);
      expect(await freeDeadWorkers(database.db)).toEqual([]);
    });
    await go.promise;
    expect(worked).toEqual(upTo(6));
    await expect.poll(() => rowOf(id)).toMatchObject({ state: 'done', done: 6 });
  });

  it('is given up after five crashes instead of taking down one process after the other', async () => {
    let runs = 0;
    const kind = define('deadly', 'resume', async () => void runs++);
    const planner = createJobs({ database, log, clock: systemClock, kinds: () => [kind] });
    const id = await planner.enqueue(database.db, { ...job, kind: 'deadly' });
    await database.db.update(jobs).set({ state: 'inprogress', attempt: 5, tries: 5 }).where(eq(jobs.id, id));
    const { end } = await startJobs([kind]);
    await Promise.race([end(id), expect.poll(async () => (await rowOf(id)).state).toBe('error')]);
    expect(runs).toBe(0);
    expect((await rowOf(id)).errors).toEqual([{ code: 'BACKGROUND_JOBS_INTERRUPTED', params: { count: 5 } }]);
  });
});

describe('stop', () => {
  it('gives running jobs back at once; the next process finishes them without a counted failure', async () => {
    const started = Promise.withResolvers<void>();
    const kind = (run: (run: JobRun<unknown>) => Promise<void>) => define('stopped', 'resume', run);
    const first = createJobs({
      database,
      log,
      clock: systemClock,
      kinds: () => [
        kind((run) =>
          run.items(upTo(4), async (item) => {
            if (item < 2) return;
            started.resolve();
            await new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason)));
          }),
        ),
      ],
    });
    await first.start();
    const id = await first.enqueue(database.db, { ...job, kind: 'stopped' });
    await started.promise;
    await first.stop();
    expect(await rowOf(id)).toMatchObject({ state: 'inprogress', done: 2, tries: 0 });
    const worked: number[] = [];
    const second = await startJobs([kind((run) => run.items(upTo(4), async (item) => void worked.push(item)))]);
    await Promise.race([second.end(id), expect.poll(async () => (await rowOf(id)).state).toBe('done')]);
    expect(worked).toEqual([2, 3]);
    expect(await rowOf(id)).toMatchObject({ tries: 1, errorCount: 0 });
  });
});

describe('a worker that loses its connection', () => {
  it('lets go of its job and takes it again when it is back', async () => {
    const attempts: number[] = [];
    const started = Promise.withResolvers<void>();
    const again = Promise.withResolvers<void>();
    const kind = define('unplugged', 'startOver', async (run) => {
      attempts.push(run.attempt);
      if (run.attempt > 1) return again.resolve();
      started.resolve();
      await new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason)));
    });
    const { engine } = await startJobs([kind]);
    const id = await engine.enqueue(database.db, { ...job, kind: 'unplugged' });
    await started.promise;
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stellwerk-jobs' and datname = current_database()`,
    );
    await again.promise;
    expect(attempts).toHaveLength(2);
    await expect.poll(async () => (await rowOf(id)).state).toBe('done');
  });

  it('goes on after the database has thrown everybody out', async () => {
    const ran = Promise.withResolvers<void>();
    const kind = define('afterwards', 'startOver', async () => ran.resolve());
    const { engine } = await startJobs([kind]);
    await database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const id = await engine.enqueue(database.db, { ...job, kind: 'afterwards' });
    await ran.promise;
    await expect.poll(async () => (await rowOf(id)).state, { timeout: 10_000 }).toBe('done');
  });

  it('writes nothing any more when another process has taken its job', async () => {
    const started = Promise.withResolvers<JobRun<unknown>>();
    const stopped = Promise.withResolvers<unknown>();
    const kind = define('replaced', 'resume', async (run) => {
      started.resolve(run);
      await new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason))).catch(
        stopped.resolve,
      );
      run.progress(99, 100);
    });
    const { engine } = await startJobs([kind]);
    const id = await engine.enqueue(database.db, { ...job, kind: 'replaced' });
    await started.promise;
    await database.db.update(jobs).set({ attempt: 7, done: 1 }).where(eq(jobs.id, id));
    expect(await stopped.promise).toMatchObject({ reason: 'replaced' });
    await engine.stop();
    expect(await rowOf(id)).toMatchObject({ attempt: 7, done: 1, state: 'inprogress' });
  });
});

describe('locks of the queue', () => {
  it('are kept while the process lives, and renewed before the library takes them away', async () => {
    const started = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const kind = define('long', 'startOver', async () => {
      started.resolve();
      await go.promise;
    });
    const { engine, end } = await startJobs([kind]);
    const id = await engine.enqueue(database.db, { ...job, kind: 'long' });
    await started.promise;
    expect(await freeDeadWorkers(database.db)).toEqual([]);
    const locked = () =>
      database.pool.query(
        `select locked_by, locked_at < now() - interval '1 hour' as old from graphile_worker.jobs where key = 'job:${id}'`,
      );
    await database.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '3 hours'`);
    await refreshLocks(database.db, (await locked()).rows[0].locked_by);
    expect((await locked()).rows[0].old).toBe(false);
    const ended = end(id);
    go.resolve();
    await ended;
  });
});
