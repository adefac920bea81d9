import type { ErrorCode } from '@stellwerk/contract/errors';
import type { z } from 'zod';
import type { Db } from '../db/db.ts';
import type { Log } from '../log/log.ts';
import type { Grant } from '../policy/policy.ts';

export interface JobItemError {
  line?: number;
  entityId?: number;
  code: ErrorCode;
  params?: Record<string, string | number>;
}

/** Who started a job: permissions are read when they are used, because they may have changed since the call. */
export interface JobStarter {
  userId: number;
  apiKeyId: number | null;
}

/** The interface of a running job to the engine. */
export interface JobRun<P = unknown> {
  readonly id: number;
  readonly accountId: number;
  readonly scopeId: number;
  readonly userId: number | null;
  /** The API key that started the job; null for a session. */
  readonly apiKeyId: number | null;
  readonly payload: P;
  /** 1 for the first start; higher after a crash, a restart of the server or a transient failure. */
  readonly attempt: number;
  /** Items that an earlier attempt has finished; always 0 for kinds that start over. */
  readonly resumeFrom: number;
  /** Aborted if the job must stop at once (shutdown or time limit). A cancel lets the current item finish instead. */
  readonly signal: AbortSignal;
  readonly db: Db;
  readonly log: Log;
  /**
   * The present permissions of the user who started the job, at most those of their API key. Fails if the key was deleted
   * or has expired.
   */
  grants(): Promise<Grant[]>;
  /** Cheap to call: the latest figures are written and published about once a second. */
  progress(done: number, total?: number): void;
  /** Records the error of an item; the job continues. */
  error(entry: JobItemError): void;
  /** Ends the job as canceled if a cancel was requested. For loops that cannot use `items`. */
  throwIfCanceled(): void;
  /**
   * Processes and counts items in order and checks for a cancel between them. After a crash, kinds that resume skip the
   * counted items; items of the last second may be processed twice, so the work on an item must be idempotent.
   */
  items<T>(
    items: Iterable<T> | AsyncIterable<T>,
    work: (item: T, index: number) => Promise<void>,
    total?: number,
  ): Promise<void>;
  /** Marks the items as done; the remaining work (a file, a mail) is shown as postprocessing. */
  postprocessing(): Promise<void>;
}

interface EndedJob {
  /** Entities whose items failed. */
  failedIds: ReadonlySet<number>;
  /** Lines of an uploaded list that failed. */
  failedLines: ReadonlySet<number>;
  /** Number of processed items, including failed ones. */
  done: number;
}

/** Whether, how and until when the effect of an ended job can be undone. */
export type JobUndo =
  /** There is no effect to undo, for example because the job writes a file. */
  | { way: 'needless' }
  | { way: 'impossible' }
  /** Users undo the effect themselves; the texts of the web explain how, by the kind. */
  | { way: 'byHand' }
  /** A job of this kind undoes it. Its payload is the id of the undone job. */
  | { way: 'byJob'; kind: string; withinDays: number };

interface JobOptions<S extends z.ZodType> {
  kind: string;
  /** Without a default, so that nobody forgets to decide. */
  undo: JobUndo;
  payload: S;
  run: (run: JobRun<z.output<S>>) => Promise<void>;
  /** After a crash: continue behind the last counted item, or restart with counts and errors at zero. */
  afterCrash: 'resume' | 'startOver';
  /** How many jobs of this kind run at once across all processes; default: limited only by free workers. */
  concurrency?: number;
  timeoutMs?: number;
  /** The payload names an input text as `fileKey`, which is removed when the job has ended. */
  hasText?: boolean;
  /** Returns the payload for the rest of an ended job, or undefined if nothing is left. Absent: not retryable. */
  retry?: (payload: z.output<S>, ended: EndedJob) => z.input<S> | undefined;
}

export interface JobKind
  extends Pick<
    JobOptions<z.ZodType>,
    'kind' | 'undo' | 'payload' | 'afterCrash' | 'concurrency' | 'timeoutMs' | 'hasText'
  > {
  start(run: Omit<JobRun, 'payload'>, payload: unknown): Promise<void>;
  /** Returns the payload of a retry; absent for kinds that cannot be retried. */
  readonly retry?: (payload: unknown, ended: EndedJob) => unknown;
}

export function defineJob<S extends z.ZodType>({ run, retry, ...options }: JobOptions<S>): JobKind {
  return {
    ...options,
    ...(retry ? { retry: (payload, ended) => retry(options.payload.parse(payload), ended) } : {}),
    start: async (base, payload) => run({ ...base, payload: options.payload.parse(payload) }),
  };
}

export interface ScheduleRun {
  /** The minute for which this occurrence was scheduled, even if it runs later. */
  readonly scheduledAt: Date;
  readonly signal: AbortSignal;
  readonly db: Db;
  readonly log: Log;
}

export interface Schedule {
  readonly name: string;
  /** Five fields: minute, hour, day of month, month, day of week. */
  readonly cron: string;
  /** IANA time zone; an hour that the clock skips or repeats counts once. */
  readonly zone: string;
  /** How far back missed occurrences are run after a downtime of the server. */
  readonly catchUpMs: number;
  readonly run: (run: ScheduleRun) => Promise<void>;
}

type ScheduleOptions = Pick<Schedule, 'name' | 'cron' | 'run'> & Partial<Pick<Schedule, 'zone' | 'catchUpMs'>>;

export const defineSchedule = (options: ScheduleOptions): Schedule => ({ zone: 'UTC', catchUpMs: 0, ...options });
