import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../db/db.ts';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import type { Grant } from '../policy/policy.ts';
import type { JobItemError, JobKind, JobRun, JobStarter } from './define-job.ts';
import { type JobDelta, saveFigures, startPostprocessing, storedErrorLimit } from './job.store.ts';
import type { JobErrorEntry, JobRow } from './job.table.ts';

/** Why a run must stop at once: the process stops or lost its locks, the time limit is reached, or it was replaced. */
type StopReason = 'stopping' | 'timeout' | 'replaced';

class JobStopped extends Error {
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`job stopped: ${reason}`);
    this.reason = reason;
  }
}
export class JobCanceled extends Error {}

/** How long a run may still clean up after the stop signal. */
const graceMs = 5_000;

interface ActiveRunOptions {
  row: JobRow;
  kind: JobKind;
  db: Db;
  runDb: Db;
  log: Log;
  clock: Clock;
  grantsOf(db: Db, starter: JobStarter): Promise<Grant[]>;
}

export interface ActiveRun {
  readonly id: number;
  readonly attempt: number;
  readonly stopReason: StopReason | undefined;
  execute(): Promise<void>;
  stop(reason: StopReason): void;
  cancel(): void;
  /** Writes changes since the last save; the engine calls it about once a second. */
  save(): Promise<void>;
  /** Returns the figures that are not written yet. Nothing is recorded afterwards. */
  close(failure?: unknown): Promise<JobDelta>;
}

export function failureEntry(error: unknown): JobErrorEntry {
  return error instanceof AppError
    ? { code: error.code, params: error.params }
    : { code: 'INTERNAL_ERROR', params: {} };
}

export function createActiveRun({ row, kind, db, runDb, log, clock, grantsOf }: ActiveRunOptions): ActiveRun {
  const { id, attempt } = row;
  const controller = new AbortController();
  const resumeFrom = kind.afterCrash === 'resume' ? row.done : 0;
  let figures = { done: row.done, total: row.total };
  let pending: JobErrorEntry[] = [];
  let pendingCount = 0;
  let storedCount = row.errors.length;
  let changed = false;
  let canceled = false;
  let closed = false;
  let writing = Promise.resolve();

  function record(entry: JobErrorEntry): void {
    pendingCount += 1;
    if (storedCount < storedErrorLimit) {
      storedCount += 1;
      pending.push(entry);
    }
    changed = true;
  }

  function takeDelta(): JobDelta {
    const delta = { ...figures, errors: pending, errorCount: pendingCount };
    pending = [];
    pendingCount = 0;
    changed = false;
    return delta;
  }

  /** Serializes writes, so that a late write cannot overwrite a newer one. */
  function write(send: (delta: JobDelta) => ReturnType<typeof saveFigures>): Promise<void> {
    const turn = writing.then(async () => {
      const delta = takeDelta();
      const saved = await send(delta).catch((error: unknown) => {
        pending = [...delta.errors, ...pending];
        pendingCount += delta.errorCount;
        changed = true;
        throw error;
      });
      if (!saved) stop('replaced');
      else if (saved.cancelRequested) canceled = true;
    });
    writing = turn.catch(() => {});
    return turn;
  }

  function stop(reason: StopReason): void {
    if (!controller.signal.aborted) controller.abort(new JobStopped(reason));
  }

  function throwIfCanceled(): void {
    controller.signal.throwIfAborted();
    if (canceled) throw new JobCanceled();
  }

  const base: Omit<JobRun, 'payload'> = {
    id,
    attempt,
    accountId: row.accountId,
    scopeId: row.scopeId,
    userId: row.userId,
    apiKeyId: row.apiKeyId,
    async grants() {
      const { userId, apiKeyId } = row;
      return userId === null ? [] : grantsOf(runDb, { userId, apiKeyId });
    },
    resumeFrom,
    signal: controller.signal,
    db: runDb,
    log,
    throwIfCanceled,
    progress(done, total) {
      if (closed) return;
      figures = { done, total: total ?? figures.total };
      changed = true;
    },
    error({ params = {}, ...entry }: JobItemError) {
      if (!closed) record({ ...entry, params });
    },
    async items(items, work, total) {
      let index = 0;
      if (total !== undefined) base.progress(figures.done, total);
      for await (const item of items) {
        throwIfCanceled();
        if (index >= resumeFrom) {
          await work(item, index);
          base.progress(index + 1);
        }
        index += 1;
      }
      throwIfCanceled();
    },
    postprocessing: () => write((delta) => startPostprocessing(db, { id, attempt }, delta, clock.now())),
  };

  /** A run that ignores the abort signal is abandoned after a grace period; by then it can no longer write. */
  async function outlast(): Promise<never> {
    await new Promise((resolve) => controller.signal.addEventListener('abort', resolve, { once: true }));
    await delay(graceMs, undefined, { ref: false });
    throw controller.signal.reason;
  }

  return {
    id,
    attempt,
    get stopReason() {
      const { reason } = controller.signal;
      return reason instanceof JobStopped ? reason.reason : undefined;
    },
    async execute() {
      controller.signal.throwIfAborted();
      const timer = kind.timeoutMs === undefined ? undefined : setTimeout(() => stop('timeout'), kind.timeoutMs);
      try {
        await Promise.race([kind.start(base, row.payload), outlast()]);
      } finally {
        clearTimeout(timer);
      }
    },
    stop,
    cancel() {
      canceled = true;
    },
    async save() {
      if (changed && !closed) await write((delta) => saveFigures(db, { id, attempt }, delta));
    },
    async close(failure) {
      closed = true;
      if (failure !== undefined) record(failureEntry(failure));
      await writing;
      return takeDelta();
    },
  };
}
