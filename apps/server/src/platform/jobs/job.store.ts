import type { JobState } from '@stellwerk/contract/job';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { type JobErrorEntry, type JobRow, jobs } from './job.table.ts';

export const jobTask = 'job';
export const jobChannel = 'stellwerk_jobs';
export const storedErrorLimit = 1000;

/** What everyone who watches a job hears. */
export interface JobChange {
  id: number;
  kind: string;
  state: JobState;
  done: number;
  total: number | null;
  errorCount: number;
  accountId: number;
  scopeId: number;
  cancelRequested: boolean;
}

const open = sql`('created', 'inprogress', 'postprocessing')`;
const keyOf = (id: number) => `job:${id}`;

/** Runs an insert or update of `jobs` and tells all processes about the row, when and only when it commits. */
async function change(
  db: Db,
  statement: SQL,
): Promise<{ id: number; attempt: number; cancelRequested: boolean } | undefined> {
  const result = await db.execute<{ id: number; attempt: number; cancelRequested: boolean }>(sql`
    with changed as (${statement} returning *)
    select id, attempt, cancel_requested_at is not null as "cancelRequested", pg_notify(${jobChannel}, json_build_object(
      'id', id, 'kind', kind, 'state', state, 'done', done, 'total', total, 'errorCount', error_count,
      'accountId', account_id, 'scopeId', scope_id, 'cancelRequested', cancel_requested_at is not null)::text)
    from changed`);
  return result.rows[0];
}

export interface NewJob
  extends Pick<JobRow, 'accountId' | 'scopeId' | 'userId' | 'kind' | 'title' | 'payload'>,
    Partial<Pick<JobRow, 'name' | 'format' | 'resource' | 'entityId' | 'total'>> {}

/** Fewer open jobs of the account, earlier turn: nobody waits behind another account's hundred exports. */
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
  // The attempts of the worker are out of use: `tries` counts, and `take` decides.
  await db.execute(sql`
    select graphile_worker.add_job(${jobTask}, json_build_object('jobId', ${id}::bigint), queue_name => ${options.lane},
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz, max_attempts => 1000, job_key => ${keyOf(id)},
      priority => ${options.priority})`);
}

/** Jobs of a kind share as many queues as may run at once; a queue runs one job at a time over all processes. */
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

/** Takes a job that is still to be done; undefined when it was canceled or deleted while it waited. */
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

/** The figures of a run since it last wrote. */
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

/** Undefined when another run has taken the job over. */
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
  /** A planned stop is nobody's failure. */
  planned: boolean;
}

/** Queues the job anew in the transaction that saves its figures; the entry that was running it becomes void. */
export async function giveJobBack(db: Db, run: Run, delta: JobDelta, options: GiveBack): Promise<void> {
  await db.transaction(async (tx) => {
    const less = options.planned ? 1 : 0;
    const given = await change(tx, sql`update jobs set tries = tries - ${less}, ${figures(delta)} ${ofRun(run)}`);
    if (!given) return;
    // A new entry, never the old one: whoever holds that is about to strike it off.
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

/** False when the job has started: its work is done or under way and can't be undone by hiding it. */
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

/** A job that has ended, with all its failures known: those beyond the stored ones nobody could try again. */
export async function findEnded(db: Db, id: number): Promise<JobRow | undefined> {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
  const isEnded = row && ['done', 'error', 'canceled'].includes(row.state);
  return isEnded && row.errorCount <= storedErrorLimit ? row : undefined;
}

/** Who of these is still ours to run, and who shall stop. */
export async function watchJobs(db: Db, ids: number[]) {
  const list = sql.param(`{${ids.join(',')}}`);
  const result = await db.execute<{ id: number; attempt: number; cancelRequested: boolean }>(sql`
    select id, attempt, cancel_requested_at is not null as "cancelRequested"
    from jobs where id = any(${list}::bigint[]) and state in ${open}`);
  return result.rows;
}
