import type { ErrorCode } from '@stellwerk/contract/errors';
import type { z } from 'zod';
import type { Db } from '../db/db.ts';
import type { Log } from '../log/log.ts';

export interface JobItemError {
  line?: number;
  entityId?: number;
  code: ErrorCode;
  params?: Record<string, string | number>;
}

/** What a running job can do. */
export interface JobRun<P = unknown> {
  readonly id: number;
  readonly accountId: number;
  readonly scopeId: number;
  readonly userId: number | null;
  readonly payload: P;
  /** 1 for the first start; more after a crash, a restart of the server or a passing failure. */
  readonly attempt: number;
  /** Items that an earlier attempt has finished; always 0 for kinds that start over. */
  readonly resumeFrom: number;
  /** Aborted when the job must stop at once: shutdown or time limit. A cancel lets the current item finish instead. */
  readonly signal: AbortSignal;
  readonly db: Db;
  readonly log: Log;
  /** Cheap: the newest figures are written and published about once a second. */
  progress(done: number, total?: number): void;
  /** Records what went wrong with an item; the job goes on. */
  error(entry: JobItemError): void;
  /** Ends the job as canceled when somebody asked for it. For loops that can't use `items`. */
  throwIfCanceled(): void;
  /**
   * Works through items in order, looks for a cancel between them and counts them. After a crash a kind that resumes
   * skips what was counted; the last second's items may come again, so the work on an item must bear a repetition.
   */
  items<T>(
    items: Iterable<T> | AsyncIterable<T>,
    work: (item: T, index: number) => Promise<void>,
    total?: number,
  ): Promise<void>;
  /** The items are done; what follows (a file, a mail) is shown as postprocessing. */
  postprocessing(): Promise<void>;
}

/** How far a job came. */
export interface EndedJob {
  /** Entities whose items failed. */
  failedIds: ReadonlySet<number>;
  /** Items that it came to, the failed ones included. */
  done: number;
}

interface JobOptions<S extends z.ZodType> {
  kind: string;
  payload: S;
  run: (run: JobRun<z.output<S>>) => Promise<void>;
  /** After a crash: go on behind the last counted item, or begin again with counts and errors at zero. */
  afterCrash: 'resume' | 'startOver';
  /** How many jobs of this kind run at once, over all processes; default: as many as workers are free. */
  concurrency?: number;
  timeoutMs?: number;
  /** Its payload names a text to work through as `fileKey`, which is removed when the job has ended. */
  hasText?: boolean;
  /** What is left to do of a job that has ended; undefined: nothing. Absent: its items can't be tried again. */
  retry?: (payload: z.output<S>, ended: EndedJob) => z.input<S> | undefined;
}

export interface JobKind
  extends Pick<JobOptions<z.ZodType>, 'kind' | 'payload' | 'afterCrash' | 'concurrency' | 'timeoutMs' | 'hasText'> {
  readonly is: 'job';
  start(run: Omit<JobRun, 'payload'>, payload: unknown): Promise<void>;
  /** The payload of another try; absent where there is none. */
  readonly retry?: (payload: unknown, ended: EndedJob) => unknown;
}

export function defineJob<S extends z.ZodType>({ run, retry, ...options }: JobOptions<S>): JobKind {
  return {
    ...options,
    ...(retry ? { retry: (payload, ended) => retry(options.payload.parse(payload), ended) } : {}),
    is: 'job',
    start: async (base, payload) => run({ ...base, payload: options.payload.parse(payload) }),
  };
}

export interface ScheduleRun {
  /** The minute this occurrence stands for, even when it runs later. */
  readonly scheduledAt: Date;
  readonly signal: AbortSignal;
  readonly db: Db;
  readonly log: Log;
}

export interface Schedule {
  readonly is: 'schedule';
  readonly name: string;
  /** Five fields: minute, hour, day of month, month, day of week. */
  readonly cron: string;
  /** IANA time zone; an hour that the clock skips or repeats counts once. */
  readonly zone: string;
  /** How far back occurrences are made up for after the server was down. */
  readonly catchUpMs: number;
  readonly run: (run: ScheduleRun) => Promise<void>;
}

type ScheduleOptions = Pick<Schedule, 'name' | 'cron' | 'run'> & Partial<Pick<Schedule, 'zone' | 'catchUpMs'>>;

export const defineSchedule = (options: ScheduleOptions): Schedule => ({
  zone: 'UTC',
  catchUpMs: 0,
  ...options,
  is: 'schedule',
});

const isMarked = (value: unknown, mark: string) =>
  typeof value === 'object' && value !== null && 'is' in value && value.is === mark;
export const isJobKind = (value: unknown): value is JobKind => isMarked(value, 'job');
export const isSchedule = (value: unknown): value is Schedule => isMarked(value, 'schedule');
