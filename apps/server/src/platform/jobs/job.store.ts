import type { JobState } from '@stellwerk/contract/job';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { type JobErrorEntry, type JobRow, jobs } from './job.table.ts';

export const jobTask = 'job';
export const jobChannel = 'stellwerk_jobs';
export const storedErrorLimit = 1000;

/** The notification that listeners get for each change of a job. */
export interface JobChange {
  id: number;
  kind: string;
  state: JobState;
  done: number;
  total: number | null;
  errorCount: number;
  accountId: number;
  scopeId: number;
  userId: number | null;
  title: string;
  cancelRequested: boolean;
}

const open = sql`('created', 'inprogress', 'postprocessing')`;
const keyOf = (id: number) => `job:${id}`;

/** Runs an insert or update of `jobs` and notifies all processes of the row if, and only if, it commits. */
async function change(
  db: Db,
  statement: SQL,
): Promise<{ id: number; attempt: number; cancelRequested: boolean } | undefined> {
  const result = await db.execute<{ id: number; attempt: number; cancelRequested: boolean }>(sql`
    with changed as (${statement} returning *)
    select id, attempt, cancel_requested_at is not null as "cancelRequested", pg_notify(${jobChannel}, json_build_object(
      'id', id, 'kind', kind, 'state', state, 'done', done, 'total', total, 'errorCount', error_count,
      'accountId', account_id, 'scopeId', scope_id, 'userId', user_id, 'title', left(title, 200), 'cancelRequested', cancel_requested_at is not null)::text)
    from changed`);
  return result.rows[0];
}

export interface NewJob
  extends Pick<JobRow, 'accountId' | 'scopeId' | 'userId' | 'apiKeyId' | 'kind' | 'title' | 'payload'>,
    Partial<Pick<JobRow, 'name' | 'format' | 'resource' | 'entityId' | 'total' | 'undoOf'>> {}

/** Accounts with fewer open jobs get priority, so that nobody waits behind a hundred exports of another account. */
async function turnOf(db: Db, accountId: number): Promise<number> {
  const result = await db.execute<{ n: number }>(sql`
    select count(*)::int as n
    from (select 1 from jobs where account_id = ${accountId} and state in ${open} limit 100) as waiting`);
  return result.rows[0]?.n ?? 0;
}

async function queue(
  db: Db,
  id: number,
  options: { lane: string | null; priority: number; runAt?: Date },
): Promise<void> {
  // The worker's own attempt limit is set too high to matter: `tries` counts failures, and `createExecute` limits them.
  await db.execute(sql`
    select graphile_worker.add_job(${jobTask}, json_build_object('jobId', ${id}::bigint), queue_name => ${options.lane},
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz, max_attempts => 1000, job_key => ${keyOf(id)},
      priority => ${options.priority})`);
}

/** Jobs of a kind share as many queues as may run at once; a queue runs one job at a time across all processes. */
export const laneOf = (kind: string, id: number, concurrency: number | undefined) =>
  concurrency === undefined ? null : `job:${kind}:${id % concurrency}`;

export async function insertJob(db: Db, job: NewJob, concurrency: number | undefined, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const priority = await turnOf(tx, job.accountId);
    const added = await change(
      tx,
      tx
        .insert(jobs)
        .values({ ...job, createdAt: now })
        .getSQL(),
    );
    if (!added) throw new Error('no row');
    await queue(tx, added.id, { lane: laneOf(job.kind, added.id, concurrency), priority });
    return added.id;
  });
}

/** Takes a job that is still open; undefined if it was canceled or deleted while waiting. */
export async function takeJob(db: Db, id: number, startOver: (kind: string) => boolean, now: Date) {
  return db.transaction(async (tx) => {
    const [waiting] = await tx.select({ kind: jobs.kind, attempt: jobs.attempt }).from(jobs).where(eq(jobs.id, id));
    if (!waiting) return undefined;
    const reset = waiting.attempt > 0 && startOver(waiting.kind);
    const taken = await change(
      tx,
      sql`update jobs set state = 'inprogress', attempt = attempt + 1, tries = tries + 1,
        started_at = coalesce(started_at, ${now}), stopped_at = null
        ${reset ? sql`, done = 0, errors = '[]', error_count = 0` : sql``}
        where id = ${id} and state in ${open}`,
    );
    if (!taken) return undefined;
    const [row] = await tx.select().from(jobs).where(eq(jobs.id, id));
    return row;
  });
}

/** The figures of a run since its last write. */
export interface JobDelta {
  done: number;
  total: number | null;
  errors: JobErrorEntry[];
  errorCount: number;
}

interface Run {
  id: number;
  attempt: number;
}

const figures = ({ done, total, errors, errorCount }: JobDelta) => sql`
  done = ${done}, total = ${total}, errors = errors || ${JSON.stringify(errors)}::jsonb,
  error_count = error_count + ${errorCount}`;
const ofRun = ({ id, attempt }: Run) => sql`where id = ${id} and attempt = ${attempt} and state in ${open}`;

/** Returns undefined if another run has taken over the job. */
export const saveFigures = (db: Db, run: Run, delta: JobDelta) =>
  change(db, sql`update jobs set ${figures(delta)} ${ofRun(run)}`);

export const startPostprocessing = (db: Db, run: Run, delta: JobDelta, now: Date) =>
  change(db, sql`update jobs set state = 'postprocessing', stopped_at = ${now}, ${figures(delta)} ${ofRun(run)}`);

export const finishJob = (db: Db, run: Run, state: JobState, delta: JobDelta, now: Date) =>
  change(
    db,
    sql`update jobs set state = ${state}, stopped_at = coalesce(stopped_at, ${now}), finished_at = ${now},
      ${figures(delta)} ${ofRun(run)}`,
  );

interface GiveBack {
  lane: string | null;
  runAt?: Date;
  /** Planned stops do not count as failed tries. */
  planned: boolean;
}

/** Queues the job again in the transaction that saves its figures; the queue entry of the ended run becomes void. */
export async function giveJobBack(db: Db, run: Run, delta: JobDelta, options: GiveBack): Promise<void> {
  await db.transaction(async (tx) => {
    const less = options.planned ? 1 : 0;
    const given = await change(tx, sql`update jobs set tries = tries - ${less}, ${figures(delta)} ${ofRun(run)}`);
    if (!given) return;
    // A new entry replaces the old one, because the worker that holds the old entry is about to complete and delete it.
    await tx.execute(sql`select graphile_worker.remove_job(${keyOf(run.id)})`);
    await queue(tx, run.id, { ...options, priority: 0 });
  });
}

export type CancelResult = 'canceled' | 'requested' | 'finished';

export async function cancelJob(db: Db, id: number, now: Date): Promise<CancelResult> {
  return db.transaction(async (tx) => {
    const never = await change(
      tx,
      sql`update jobs set state = 'canceled', cancel_requested_at = ${now}, stopped_at = ${now}, finished_at = ${now}
        where id = ${id} and state = 'created'`,
    );
    if (never) {
      await tx.execute(sql`select graphile_worker.remove_job(${keyOf(id)})`);
      return 'canceled';
    }
    const asked = await change(
      tx,
      sql`update jobs set cancel_requested_at = coalesce(cancel_requested_at, ${now})
        where id = ${id} and state in ${open}`,
    );
    return asked ? 'requested' : 'finished';
  });
}

/** False if the job has started: its work is done or in progress, and deleting the job would not undo it. */
export async function deleteJob(db: Db, id: number, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const deleted = await change(
      tx,
      sql`update jobs set state = 'deleted', finished_at = ${now} where id = ${id} and state = 'created'`,
    );
    if (deleted) await tx.execute(sql`select graphile_worker.remove_job(${keyOf(id)})`);
    return deleted !== undefined;
  });
}

/** Finds an ended job whose errors are all stored: failures beyond the stored ones could not be retried. */
export async function findEnded(db: Db, id: number): Promise<JobRow | undefined> {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
  const isEnded = row && ['done', 'error', 'canceled'].includes(row.state);
  return isEnded && row.errorCount <= storedErrorLimit ? row : undefined;
}

/** Locks a job, so that two requests cannot undo it at once. */
export async function lockJob(db: Db, id: number): Promise<JobRow | undefined> {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id)).for('update');
  return row;
}

/** The jobs that undo others or have undone them completely, by the undone job. Failed attempts may be repeated. */
export async function undoneBy(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: jobs.id, undoOf: jobs.undoOf })
    .from(jobs)
    .where(sql`${inArray(jobs.undoOf, [...ids])} and (state in ${open} or (state = 'done' and error_count = 0))`);
  return new Map(rows.flatMap(({ id, undoOf }) => (undoOf === null ? [] : [[undoOf, id] as const])));
}

/** Returns the jobs that are still open, with their current attempt and whether a cancel was requested. */
export async function watchJobs(db: Db, ids: number[]) {
  const list = sql.param(`{${ids.join(',')}}`);
  const result = await db.execute<{ id: number; attempt: number; cancelRequested: boolean }>(sql`
    select id, attempt, cancel_requested_at is not null as "cancelRequested"
    from jobs where id = any(${list}::bigint[]) and state in ${open}`);
  return result.rows;
}
