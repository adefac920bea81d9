import type { Clock } from '../clock/clock.ts';
import type { Database, Db } from '../db/db.ts';
import { createListenConnection } from '../db/listen-connection.ts';
import { fail } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import type { Grant } from '../policy/policy.ts';
import type { JobKind, JobStarter, Schedule } from './define-job.ts';
import { isActiveKind } from './definition.store.ts';
import {
  type CancelResult,
  cancelJob,
  deleteJob,
  findEnded,
  insertJob,
  type JobChange,
  jobChannel,
  lockJob,
  type NewJob,
  undoneBy,
} from './job.store.ts';
import type { JobRow } from './job.table.ts';
import { createRunner } from './runner.ts';
import { undoDeadline } from './undo.ts';

interface JobsOptions {
  database: Database;
  log: Log;
  clock: Clock;
  /** Present permissions of the starter of a job; none by default. */
  grantsOf?: (db: Db, starter: JobStarter) => Promise<Grant[]>;
  /** Read once, when a job is first queued or the engine starts. */
  kinds: () => readonly JobKind[];
  schedules?: () => readonly Schedule[];
  /** Called after the commit of every change of every job, including changes by other processes. */
  onChange?: (change: JobChange) => void;
  concurrency?: number;
  pulseMs?: number;
  recoverEveryMs?: number;
}

/** The retry runs with the permissions of this caller. */
interface RetriedBy extends JobStarter {
  /** Retries only this failed item. */
  entityId?: number;
}

export interface Jobs {
  /** Queues a job in the caller's transaction: the job exists if, and only if, the transaction commits. */
  enqueue(tx: Db, job: NewJob): Promise<number>;
  cancel(db: Db, id: number): Promise<CancelResult>;
  /** Deletes a job that has not started; false for others. */
  remove(db: Db, id: number): Promise<boolean>;
  /** Undefined for kinds of another release. */
  find(kind: string): JobKind | undefined;
  /** Queues the rest of an ended job as a new job; undefined if nothing is left. */
  retry(tx: Db, id: number, by: RetriedBy): Promise<number | undefined>;
  /** Queues a job that undoes an ended one; undefined if that is impossible, too late or already done. */
  undo(tx: Db, id: number, by: JobStarter): Promise<number | undefined>;
  kinds(): string[];
  /** `run: false` receives changes but runs no jobs: for processes that only serve requests. */
  start(options?: { run: boolean }): Promise<void>;
  /** Takes no more jobs, signals the running ones to stop and returns them to the queue. */
  stop(): Promise<void>;
}

function byName<T>(entries: readonly T[], nameOf: (entry: T) => string): Map<string, T> {
  const map = new Map(entries.map((entry) => [nameOf(entry), entry]));
  if (map.size < entries.length) throw new Error(`defined twice: one of ${entries.map(nameOf).join(', ')}`);
  return map;
}

/** With `entityId`, only that item counts as failed and all others as done. */
function leftOf({ payload, errors, done }: JobRow, entityId: number | undefined) {
  const failedIds = new Set(errors.flatMap((error) => error.entityId ?? []));
  const failedLines = new Set(errors.flatMap((error) => error.line ?? []));
  if (entityId === undefined) return { payload, failedIds, failedLines, done };
  return {
    payload,
    failedIds: failedIds.intersection(new Set([entityId])),
    failedLines: new Set<number>(),
    done: Number.POSITIVE_INFINITY,
  };
}

export function createJobs(options: JobsOptions): Jobs {
  const { database, log, clock, onChange = () => {}, grantsOf = async () => [] } = options;
  let byKind: ReadonlyMap<string, JobKind> | undefined;
  const kinds = () => {
    byKind ??= byName(options.kinds(), ({ kind }) => kind);
    return byKind;
  };
  let started: { stop(): Promise<void> } | undefined;

  async function start({ run }: { run: boolean }): Promise<void> {
    const schedules = [...byName(options.schedules?.() ?? [], ({ name }) => name).values()];
    let runner: ReturnType<typeof createRunner> | undefined;
    const listenConnection = createListenConnection({
      url: database.url,
      name: 'stellwerk-jobs',
      log,
      channels: [jobChannel],
      onNotify(_channel, payload) {
        const change: JobChange = JSON.parse(payload);
        runner?.onChange(change);
        onChange(change);
      },
      onConnect: async (query) => runner?.onConnect(query),
      onLost: () => runner?.onLost(),
    });
    if (run) {
      const { concurrency = 4, pulseMs = 1000, recoverEveryMs = 15_000 } = options;
      runner = createRunner({
        database,
        log,
        clock,
        grantsOf,
        kinds: kinds(),
        schedules,
        listenConnection,
        concurrency,
        pulseMs,
        recoverEveryMs,
      });
    }
    started = {
      async stop() {
        await runner?.stop();
        await listenConnection.stop();
      },
    };
    await listenConnection.ready();
    await runner?.start();
  }

  async function insert(tx: Db, job: NewJob, kind: JobKind): Promise<number> {
    if (!(await isActiveKind(tx, kind.kind))) fail('BACKGROUND_JOBS_KIND_INACTIVE', { type: kind.kind });
    return insertJob(tx, { ...job, payload: kind.payload.parse(job.payload) }, kind.concurrency, clock.now());
  }

  const find = (kind: string) => kinds().get(kind);

  return {
    find,
    async enqueue(tx, job) {
      return insert(tx, job, find(job.kind) ?? fail('BACKGROUND_JOBS_UNKNOWN_JOB_TYPE', { type: job.kind }));
    },
    cancel: (db, id) => cancelJob(db, id, clock.now()),
    remove: (db, id) => deleteJob(db, id, clock.now()),
    async retry(tx, id, { userId, apiKeyId, entityId }) {
      const ended = await findEnded(tx, id);
      const kind = ended && kinds().get(ended.kind);
      if (!ended || !kind?.retry) return undefined;
      const { payload, ...left } = leftOf(ended, entityId);
      const next = kind.retry(payload, left);
      if (next === undefined) return undefined;
      const { accountId, scopeId, title, name, format, resource } = ended;
      const job = { accountId, scopeId, userId, apiKeyId, kind: kind.kind, title, name, format, resource };
      return insert(tx, { ...job, entityId: ended.entityId, undoOf: ended.undoOf, payload: next }, kind);
    },
    async undo(tx, id, { userId, apiKeyId }) {
      const ended = await lockJob(tx, id);
      const undo = ended && find(ended.kind)?.undo;
      if (!ended || undo?.way !== 'byJob') return undefined;
      const deadline = undoDeadline(ended, undo);
      if (!deadline || deadline < clock.now() || (await undoneBy(tx, [id])).has(id)) return undefined;
      const kind = find(undo.kind) ?? fail('BACKGROUND_JOBS_UNKNOWN_JOB_TYPE', { type: undo.kind });
      const { accountId, scopeId, title, resource, entityId } = ended;
      const job = { accountId, scopeId, title, resource, entityId, userId, apiKeyId, undoOf: id };
      return insert(tx, { ...job, kind: kind.kind, payload: { jobId: id } }, kind);
    },
    kinds: () => [...kinds().keys()].sort(),
    start: (how = { run: true }) => start(how),
    async stop() {
      await started?.stop();
      started = undefined;
    },
  };
}
