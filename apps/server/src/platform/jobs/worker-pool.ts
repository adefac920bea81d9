import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Logger,
  makeWorkerUtils,
  type ParsedCronItem,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { ListenConnection } from '../db/listen-connection.ts';
import type { Log } from '../log/log.ts';
import { dropPresence, holdPresence } from './dead-workers.ts';

interface WorkerPoolOptions {
  pool: pg.Pool;
  log: Log;
  listenConnection: Pick<ListenConnection, 'ready' | 'query'>;
  tasks: TaskList;
  cronItems: ParsedCronItem[];
  concurrency: number;
  /** Running jobs must be released because the pool is ending, or counts as dead after losing its lock. */
  onEnding(): void;
}

interface Launched {
  /** Resolves when the workers have ended, for any reason. */
  over: Promise<void>;
  stop(): Promise<unknown>;
}

/** How long workers that have shut down may still write their results. */
const settleMs = 2_000;
const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
/** Failed queue polls in a row, over all workers, before the pool is replaced. */
const maxFailures = 10;

/** Supervises graphile-worker's workers: they end or hang on database errors that the server should survive. */
export function createWorkerPool(options: WorkerPoolOptions) {
  const { pool, log, listenConnection, tasks, cronItems, concurrency, onEnding } = options;
  const stopping = new AbortController();
  // Jobs released at shutdown fail on purpose and run again at the next start, so their errors are logged as info.
  const levelOf = (level: keyof typeof levels) =>
    level === 'error' && stopping.signal.aborted ? 'info' : levels[level];
  const logger = new Logger(() => (level, message) => log[levelOf(level)]({ part: 'worker' }, message));
  let id: string | undefined;
  let isPresent = false;
  /** Resolves when this pool's lock is held. Jobs are taken only then, else other processes would consider it dead. */
  let presence = Promise.resolve();
  let launched: Launched | undefined;
  let supervised: Promise<void> | undefined;

  function expectPresence(ready: Promise<void>): void {
    isPresent = false;
    const current = ready.then(() => {
      if (presence === current) isPresent = true;
    });
    presence = current;
    current.catch(() => {});
  }

  function createEvents(onShutDown: () => void, onStuck: () => void): WorkerEvents {
    const events: WorkerEvents = new EventEmitter();
    let failures = 0;
    const succeeded = () => {
      failures = 0;
    };
    events.on('pool:create', ({ workerPool }) => {
      const former = id;
      id = workerPool.id;
      const hold = async () => {
        if (former) await dropPresence(listenConnection.query, former);
        await holdPresence(listenConnection.query, workerPool.id);
      };
      expectPresence(listenConnection.ready().then(hold));
    });
    events.on('pool:gracefulShutdown', onEnding);
    events.on('pool:gracefulShutdown:complete', onShutDown);
    events.on('pool:gracefulShutdown:error', onShutDown);
    events.on('worker:getJob:empty', succeeded);
    events.on('job:start', succeeded);
    // graphile-worker caches a failure of its very first query for good, so a pool that keeps failing must be replaced.
    events.on('worker:getJob:error', () => {
      failures += 1;
      if (failures === maxFailures) onStuck();
    });
    return events;
  }

  async function launch(): Promise<Launched> {
    const shutDown = Promise.withResolvers<void>();
    const runner: Runner = await run({
      pgPool: pool,
      logger,
      events: createEvents(shutDown.resolve, () => void stopRunner()),
      taskList: tasks,
      parsedCronItems: cronItems,
      concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      // In batches the library survives an unreachable database; single writes that fail would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // Called before each queue poll, so polling waits until the lock is held.
      forbiddenFlags: () => presence.then(() => null),
    });
    const stopRunner = () => runner.stop().catch((error: unknown) => log.debug({ err: error }, 'job worker had ended'));
    // After a failed write the library may wait for its own end forever.
    const late = shutDown.promise.then(() => delay(settleMs, undefined, { ref: false }));
    const over = Promise.race([runner.promise, late]).catch((error: unknown) =>
      log.warn({ err: error }, 'job worker ended'),
    );
    return { over: over.then(() => void stopRunner()), stop: () => Promise.race([stopRunner(), late]) };
  }

  async function supervise(): Promise<void> {
    for (;;) {
      await launched?.over;
      await delay(1000, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      launched = await launch().catch((error: unknown) => {
        log.error({ err: error }, 'job worker did not start');
        return undefined;
      });
      if (stopping.signal.aborted) await launched?.stop();
    }
  }

  return {
    id: () => id,
    mayRun: () => isPresent && !stopping.signal.aborted,
    async start() {
      const utils = await makeWorkerUtils({ pgPool: pool, logger });
      await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] });
      await utils.release();
      launched = await launch();
      supervised = supervise();
    },
    /** A new listen connection must take the lock of the pool that is already running. */
    async onConnect(query: ListenConnection['query']) {
      if (id) await holdPresence(query, id);
    },
    onLost() {
      expectPresence(listenConnection.ready());
      onEnding();
    },
    async stop() {
      stopping.abort();
      const stopped = launched?.stop();
      onEnding();
      await stopped;
      await supervised;
    },
  };
}
