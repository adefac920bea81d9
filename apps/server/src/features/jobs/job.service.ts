import { isErrorCode } from '@stellwerk/contract/errors';
import type { Job, jobListQuery } from '@stellwerk/contract/job';
import type { Language } from '@stellwerk/contract/text';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { textOfError } from '../../platform/errors/render.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import type { JobKind } from '../../platform/jobs/define-job.ts';
import { undoneBy } from '../../platform/jobs/job.store.ts';
import type { JobErrorEntry } from '../../platform/jobs/job.table.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { undoDeadline } from '../../platform/jobs/undo.ts';
import { abilitiesOn, mayControl } from './job.policy.ts';
import { type FoundJob, findJob, findJobs } from './job.store.ts';

function renderEntry({ code, params, ...place }: JobErrorEntry, language: Language): Job['errors'][number] {
  // A newer or older version may have written an unknown code.
  const known = isErrorCode(code) ? code : 'INTERNAL_ERROR';
  return { ...place, code: known, params, message: textOfError(known, params, language) };
}

interface Standing {
  kind: JobKind | undefined;
  /** The job that undoes this one. */
  undoneBy: number | undefined;
  now: Date;
}

function toWire(row: FoundJob, actor: Actor, language: Language, standing: Standing): Job {
  const undo = standing.kind?.undo ?? { way: 'impossible' as const };
  const until = undoDeadline(row, undo);
  const isRetryable = standing.kind?.retry !== undefined;
  const undoableUntil = standing.undoneBy === undefined ? until : undefined;
  const { id, title, state, format, resource, entityId, done, total, errorCount, userId } = row;
  return {
    id,
    title,
    name: row.name ?? title,
    type: row.kind,
    state,
    format,
    resource,
    entityId,
    size: total,
    progress: { done, total },
    errors: row.errors.map((entry) => renderEntry(entry, language)),
    errorCount,
    cancelRequested: row.cancelRequestedAt !== null,
    user: userId === null || row.username === null ? null : { id: userId, name: row.userName ?? row.username },
    createdBy: userId,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    undo: { way: undo.way, until: until?.toISOString() ?? null, jobId: standing.undoneBy ?? null },
    undoOf: row.undoOf,
    abilities: abilitiesOn(actor, { ...row, isRetryable, undoableUntil }, standing.now),
  };
}

interface JobServiceDeps {
  jobs: Pick<Jobs, 'cancel' | 'remove' | 'retry' | 'undo' | 'find' | 'kinds'>;
  clock: Clock;
}

export function createJobService({ jobs, clock }: JobServiceDeps) {
  async function shown({ db, actor, language }: Ctx, rows: readonly FoundJob[]): Promise<Job[]> {
    const undone = await undoneBy(
      db,
      rows.map(({ id }) => id),
    );
    const now = clock.now();
    return rows.map((row) =>
      toWire(row, actor, language, { kind: jobs.find(row.kind), undoneBy: undone.get(row.id), now }),
    );
  }

  async function read(ctx: Ctx, id: number): Promise<Job> {
    const row = (await findJob(ctx.db, id)) ?? fail('BACKGROUND_JOBS_NOT_FOUND');
    const [job] = await shown(ctx, [row]);
    return job ?? fail('BACKGROUND_JOBS_NOT_FOUND');
  }

  async function requireControl(ctx: Ctx, id: number): Promise<void> {
    const row = (await findJob(ctx.db, id)) ?? fail('BACKGROUND_JOBS_NOT_FOUND');
    if (!mayControl(ctx.actor, row)) fail('PERMISSION_DENIED', { subject: 'DigitalTwin', action: 'manage' });
  }

  return {
    read,

    async list(ctx: Ctx, query: z.output<typeof jobListQuery>) {
      const { rows, ...total } = await findJobs(ctx.db, ctx.actor, query);
      const found = await shown(ctx, rows);
      const data = query.tasks ? found : found.map((job) => ({ ...job, errors: [] }));
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    async cancel(ctx: Ctx, id: number): Promise<Job> {
      await requireControl(ctx, id);
      if ((await jobs.cancel(ctx.db, id)) === 'finished') fail('BACKGROUND_JOBS_ALREADY_FINISHED');
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number): Promise<Job> {
      await requireControl(ctx, id);
      if (!(await jobs.remove(ctx.db, id))) fail('BACKGROUND_JOBS_DELETE_ONLY_QUEUED');
      return read(ctx, id);
    },

    /** Retries the rest of a job, or one failed item of it, with the permissions of the caller. */
    async retry(ctx: Ctx, id: number, entityId?: number): Promise<Job> {
      await requireControl(ctx, id);
      const { userId, apiKeyId } = ctx.actor;
      const by = { userId, apiKeyId, ...(entityId === undefined ? {} : { entityId }) };
      const next = (await jobs.retry(ctx.db, id, by)) ?? fail('BACKGROUND_JOBS_NOT_RETRYABLE');
      ctx.activity.objects.push({ noun: 'job', id: next });
      return read(ctx, next);
    },

    async undo(ctx: Ctx, id: number): Promise<Job> {
      await requireControl(ctx, id);
      const next = (await jobs.undo(ctx.db, id, ctx.actor)) ?? fail('BACKGROUND_JOBS_NOT_UNDOABLE');
      ctx.activity.objects.push({ noun: 'job', id: next });
      return read(ctx, next);
    },

    types: async () => ({ data: jobs.kinds() }),
  };
}
export type JobService = ReturnType<typeof createJobService>;
