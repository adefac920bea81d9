import { parseCronItems, type TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import type { Database, Db } from '../db/db.ts';
import type { ListenConnection } from '../db/listen-connection.ts';
import { createDrizzle } from '../db/safe-drizzle.ts';
import type { Log } from '../log/log.ts';
import type { Grant } from '../policy/policy.ts';
import type { ActiveRun } from './active-run.ts';
import { freeDeadWorkers, refreshLocks } from './dead-workers.ts';
import type { JobKind, JobStarter, Schedule } from './define-job.ts';
import { createExecute } from './execute.ts';
import { type JobChange, jobTask, watchJobs } from './job.store.ts';
import { LenientPool } from './lenient-pool.ts';
import { createWorkerPool } from './worker-pool.ts';
import { createZonedMatcher, instantOf } from './zoned-cron.ts';

const scheduleTask = 'schedule';
const jobPayload = z.object({ jobId: z.int() });
const schedulePayload = z.object({ name: z.string(), _cron: z.object({ ts: z.iso.datetime() }) });

export interface RunnerOptions {
  database: Database;
  log: Log;
  clock: Clock;
  grantsOf(db: Db, starter: JobStarter): Promise<Grant[]>;
  kinds: ReadonlyMap<string, JobKind>;
  schedules: readonly Schedule[];
  listenConnection: Pick<ListenConnection, 'ready' | 'query'>;
  concurrency: number;
  /** Interval for writing progress and polling for cancels by other processes, in case a notification is lost. */
  pulseMs: number;
  recoverEveryMs: number;
}

function cronItemsOf(schedules: readonly Schedule[]) {
  return parseCronItems(
    schedules.map(({ name, cron, zone, catchUpMs }) => {
      const due = createZonedMatcher(cron, zone);
      return {
        task: scheduleTask,
        identifier: name,
        match: (digest) => due(instantOf(digest, new Date())),
        payload: { name },
        // Each schedule has its own queue, so an occurrence waits for the previous one.
        options: { backfillPeriod: catchUpMs, maxAttempts: 5, queueName: `schedule:${name}` },
      };
    }),
  );
}

export function createRunner(options: RunnerOptions) {
  const { database, log, clock, kinds, schedules, listenConnection, concurrency } = options;
  const running = new Map<number, ActiveRun>();
  const stopping = new AbortController();
  // Jobs have their own connection pool: requests that exhaust their pool must not starve the jobs, nor vice versa.
  const pool = new LenientPool({
    connectionString: database.url,
    max: concurrency + 3,
    application_name: 'stellwerk-worker',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'idle connection of the jobs broke'));
  const db = createDrizzle(pool);

  const tasks: TaskList = {
    [jobTask]: (payload) => execute(jobPayload.parse(payload).jobId),
    [scheduleTask]: async (payload) => {
      const { name, _cron } = schedulePayload.parse(payload);
      await schedules
        .find((each) => each.name === name)
        ?.run({
          scheduledAt: new Date(_cron.ts),
          signal: stopping.signal,
          db: database.db,
          log: log.child({ schedule: name }),
        });
    },
  };
  const workers = createWorkerPool({
    pool,
    log,
    listenConnection,
    tasks,
    cronItems: cronItemsOf(schedules),
    concurrency,
    onEnding() {
      for (const each of running.values()) each.stop('stopping');
    },
  });
  const { mayRun } = workers;
  const { grantsOf } = options;
  const execute = createExecute({ db, runDb: database.db, log, clock, grantsOf, kinds, running, mayRun });

  async function recover(): Promise<void> {
    const own = workers.id();
    if (!own || !workers.mayRun()) return;
    await refreshLocks(db, own);
    const dead = await freeDeadWorkers(db, own);
    if (dead.length > 0) log.warn({ workers: dead }, 'took over the jobs of workers that ended without a word');
  }

  async function pulse(): Promise<void> {
    const runs = [...running.values()];
    if (runs.length === 0) return;
    await Promise.all(runs.map((each) => each.save()));
    const mine = new Map((await watchJobs(db, [...running.keys()])).map((row) => [row.id, row]));
    for (const each of runs) {
      const row = mine.get(each.id);
      if (running.get(each.id) !== each) continue;
      if (row?.attempt !== each.attempt) each.stop('replaced');
      else if (row.cancelRequested) each.cancel();
    }
  }

  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const timers: NodeJS.Timeout[] = [];

  return {
    async start() {
      await freeDeadWorkers(db);
      await workers.start();
      timers.push(
        setInterval(() => void pulse().catch(warn('job figures could not be written')), options.pulseMs),
        setInterval(() => void recover().catch(warn('dead workers could not be looked for')), options.recoverEveryMs),
      );
    },
    onConnect: workers.onConnect,
    onLost: workers.onLost,
    onChange(change: JobChange) {
      if (change.cancelRequested) running.get(change.id)?.cancel();
    },
    async stop() {
      stopping.abort();
      await workers.stop();
      for (const timer of timers) clearInterval(timer);
      await pool.end();
    },
  };
}
