import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Logger,
  makeWorkerUtils,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../db/db.ts';
import type { Keeper } from '../db/keeper.ts';
import { createDrizzle } from '../db/safe-drizzle.ts';
import type { Log } from '../log/log.ts';
import type { ActiveRun } from './active-run.ts';
import { dropPresence, freeDeadWorkers, holdPresence, refreshLocks } from './dead-workers.ts';
import type { JobKind, Schedule } from './define-job.ts';
import { createExecute } from './execute.ts';
import { type JobChange, jobTask, watchJobs } from './job.store.ts';
import { createZonedMatcher, instantOf } from './zoned-cron.ts';

const scheduleTask = 'schedule';
const jobPayload = z.object({ jobId: z.int() });
const schedulePayload = z.object({ name: z.string(), _cron: z.object({ ts: z.iso.datetime() }) });

export interface RunnerOptions {
  database: Database;
  log: Log;
  clock: Clock;
  kinds: ReadonlyMap<string, JobKind>;
  schedules: readonly Schedule[];
  keeper: Pick<Keeper, 'ready' | 'query'>;
  concurrency: number;
  /** How often progress is written and a cancel from another process is looked for, should its message be lost. */
  pulseMs: number;
  recoverEveryMs: number;
}

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

function cronItems(schedules: readonly Schedule[]) {
  return parseCronItems(
    schedules.map(({ name, cron, zone, catchUpMs }) => {
      const due = createZonedMatcher(cron, zone);
      return {
        task: scheduleTask,
        identifier: name,
        match: (digest) => due(instantOf(digest, new Date())),
        payload: { name },
        // One queue a schedule: an occurrence waits for the one before it.
        options: { backfillPeriod: catchUpMs, maxAttempts: 5, queueName: `schedule:${name}` },
      };
    }),
  );
}

/** Runs jobs and schedules in this process. */
export function createRunner(options: RunnerOptions) {
  const { database, log, clock, kinds, schedules, keeper } = options;
  const running = new Map<number, ActiveRun>();
  const stopping = new AbortController();
  // Its own connections: requests that fill the pool must not starve the jobs, nor the other way round.
  const pool = new pg.Pool({
    connectionString: database.url,
    max: options.concurrency + 3,
    application_name: 'stellwerk-worker',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'idle connection of the jobs broke'));
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = createDrizzle(pool);
  let isPresent = true;
  const mayRun = () => isPresent && !stopping.signal.aborted;
  const execute = createExecute({ db, runDb: database.db, log, clock, kinds, running, mayRun });
  const logger = new Logger(() => (level, message) => log[levels[level]]({ part: 'worker' }, message));
  let poolId: string | undefined;
  let presence = Promise.resolve();
  let runner: Runner | undefined;

  const tasks: TaskList = {
    [jobTask]: (payload) => execute(jobPayload.parse(payload).jobId),
    [scheduleTask]: async (payload) => {
      const { name, _cron } = schedulePayload.parse(payload);
      const schedule = schedules.find((each) => each.name === name);
      await schedule?.run({
        scheduledAt: new Date(_cron.ts),
        signal: stopping.signal,
        db: database.db,
        log: log.child({ schedule: name }),
      });
    },
  };

  async function launch(): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      const former = poolId;
      poolId = workerPool.id;
      presence = keeper.ready().then(async () => {
        if (former) await dropPresence(keeper.query, former);
        await holdPresence(keeper.query, workerPool.id);
      });
      presence.catch(() => {});
    });
    // The library also ends a pool that can't record what it did; whatever runs then belongs to the next one.
    events.on('pool:gracefulShutdown', () => {
      for (const each of running.values()) each.stop('stopping');
    });
    return run({
      pgPool: pool,
      logger,
      events,
      taskList: tasks,
      parsedCronItems: cronItems(schedules),
      concurrency: options.concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      // In batches the library survives a database that is away; one by one, its failures would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // Asked before each look into the queue: no job is taken while others would believe this process dead.
      forbiddenFlags: () => presence.then(() => null),
    });
  }

  /** The library ends its pool on errors that it can't explain; jobs must go on nevertheless. */
  async function supervise(first: Runner): Promise<void> {
    let current = first;
    while (!stopping.signal.aborted) {
      await current.promise.catch((error: unknown) => log.error({ err: error }, 'job worker ended'));
      while (!stopping.signal.aborted) {
        await delay(1000, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        const next = await launch().catch(
          (error: unknown) => void log.error({ err: error }, 'job worker did not start'),
        );
        if (next) {
          runner = next;
          current = next;
          break;
        }
      }
    }
  }

  async function recover(): Promise<void> {
    if (poolId) await refreshLocks(db, poolId);
    const dead = await freeDeadWorkers(db);
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
  let supervised: Promise<void> | undefined;

  return {
    async start() {
      await keeper.ready();
      await recover();
      const utils = await makeWorkerUtils({ pgPool: pool, logger });
      await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] });
      await utils.release();
      runner = await launch();
      supervised = supervise(runner);
      timers.push(
        setInterval(() => void pulse().catch(warn('job figures could not be written')), options.pulseMs),
        setInterval(() => void recover().catch(warn('dead workers could not be looked for')), options.recoverEveryMs),
      );
    },
    /** A new connection of the keeper must hold the lock of the pool that is already at work. */
    async onConnect(query: Keeper['query']) {
      if (poolId) await holdPresence(query, poolId);
    },
    /** Without its lock this process counts as dead: others may take its jobs, so it lets go of them. */
    onLost() {
      isPresent = false;
      presence = keeper.ready().then(() => {
        isPresent = true;
      });
      for (const each of running.values()) each.stop('stopping');
    },
    onChange(change: JobChange) {
      if (change.cancelRequested) running.get(change.id)?.cancel();
    },
    async stop() {
      stopping.abort();
      const stopped = runner?.stop().catch(warn('job worker did not stop cleanly'));
      for (const each of running.values()) each.stop('stopping');
      await stopped;
      await supervised;
      for (const timer of timers) clearInterval(timer);
      await pool.end();
    },
  };
}
