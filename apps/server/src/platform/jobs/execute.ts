import type { JobState } from '@stellwerk/contract/job';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../db/db.ts';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import type { Grant } from '../policy/policy.ts';
import { type ActiveRun, createActiveRun, failureEntry, JobCanceled } from './active-run.ts';
import type { JobKind, JobStarter } from './define-job.ts';
import { finishJob, giveJobBack, laneOf, takeJob } from './job.store.ts';
import type { JobRow } from './job.table.ts';

/** Starts that may end in a crash or a transient failure before the job ends with an error. */
const maxTries = 5;

interface ExecuteOptions {
  /** Used for the state of jobs. */
  db: Db;
  /** Used by the work of jobs. */
  runDb: Db;
  log: Log;
  clock: Clock;
  kinds: ReadonlyMap<string, JobKind>;
  running: Map<number, ActiveRun>;
  grantsOf(db: Db, starter: JobStarter): Promise<Grant[]>;
  /** False while the process stops or has lost its locks: a job that was just taken is returned to the queue. */
  mayRun(): boolean;
}

/** Broken connections and database restarts are transient and worth a retry. Drizzle wraps the driver's error. */
function isPassing(error: unknown): boolean {
  if (error instanceof AppError) return error.class === 'operational';
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(08|57P|40001|40P01|53)/.test(code)) return true;
  if (['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'].includes(code)) return true;
  return error.message.startsWith('Connection terminated') || isPassing(error.cause);
}

const backoffMs = (tries: number) => Math.min(1000 * 2 ** (tries - 1), 60_000);

/** Takes a job from the queue, runs it and saves its next state. */
export function createExecute({ db, runDb, log, clock, kinds, running, grantsOf, mayRun }: ExecuteOptions) {
  async function refuse(row: JobRow, state: JobState, failure?: AppError): Promise<void> {
    const errors = failure ? [failureEntry(failure)] : [];
    const delta = { done: row.done, total: row.total, errors, errorCount: errors.length };
    await finishJob(db, row, state, delta, clock.now());
  }

  async function settle(row: JobRow, kind: JobKind, run: ActiveRun, thrown: { error: unknown } | undefined) {
    const lane = laneOf(row.kind, row.id, kind.concurrency);
    if (!thrown) return void (await finishJob(db, run, 'done', await run.close(), clock.now()));
    const { error } = thrown;
    if (run.stopReason === 'replaced') return void (await run.close());
    if (run.stopReason === 'stopping') return giveJobBack(db, run, await run.close(), { lane, planned: true });
    if (error instanceof JobCanceled)
      return void (await finishJob(db, run, 'canceled', await run.close(), clock.now()));
    if (run.stopReason === undefined && isPassing(error) && row.tries < maxTries) {
      log.warn({ err: error, jobId: row.id, kind: row.kind }, 'job failed and will be tried again');
      const runAt = new Date(Date.now() + backoffMs(row.tries));
      return giveJobBack(db, run, await run.close(), { lane, runAt, planned: false });
    }
    const failure =
      run.stopReason === 'timeout'
        ? new AppError('BACKGROUND_JOBS_TIMEOUT', { limitSeconds: (kind.timeoutMs ?? 0) / 1000 }, { cause: error })
        : error;
    const level = failure instanceof AppError && failure.class === 'user' ? 'info' : 'error';
    log[level]({ err: failure, jobId: row.id, kind: row.kind }, 'job failed');
    await finishJob(db, run, 'error', await run.close(failure), clock.now());
  }

  return async (jobId: number): Promise<void> => {
    const row = await takeJob(db, jobId, (kind) => kinds.get(kind)?.afterCrash === 'startOver', clock.now());
    if (!row) return;
    if (row.cancelRequestedAt) return refuse(row, 'canceled');
    const kind = kinds.get(row.kind);
    if (!kind) return refuse(row, 'error', new AppError('BACKGROUND_JOBS_UNKNOWN_JOB_TYPE', { type: row.kind }, {}));
    // A job that crashes its process each time must not be retried forever.
    if (row.tries > maxTries)
      return refuse(row, 'error', new AppError('BACKGROUND_JOBS_INTERRUPTED', { count: maxTries }, {}));
    const run = createActiveRun({ row, kind, db, runDb, log: log.child({ jobId, kind: row.kind }), clock, grantsOf });
    running.set(jobId, run);
    if (!mayRun()) run.stop('stopping');
    try {
      const thrown = await run.execute().then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      await settle(row, kind, run, thrown);
    } finally {
      if (running.get(jobId) === run) running.delete(jobId);
    }
  };
}
