import { isErrorCode } from '@stellwerk/contract/errors';
import type { Job, jobListQuery } from '@stellwerk/contract/job';
import type { Language } from '@stellwerk/contract/text';
import type { z } from 'zod';
import { fail } from '../../platform/errors/app-error.ts';
import { textOfError } from '../../platform/errors/render.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import type { JobErrorEntry } from '../../platform/jobs/job.table.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { abilitiesOn, mayControl } from './job.policy.ts';
import { type FoundJob, findJob, findJobs } from './job.store.ts';

function renderEntry({ code, params, ...place }: JobErrorEntry, language: Language): Job['errors'][number] {
  // A newer or older version may have written an unknown code.
  const known = isErrorCode(code) ? code : 'INTERNAL_ERROR';
  return { ...place, code: known, params, message: textOfError(known, params, language) };
}

function toWire(row: FoundJob, actor: Actor, language: Language, isRetryable: boolean): Job {
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
    abilities: abilitiesOn(actor, { ...row, isRetryable }),
  };
}

type Engine = Pick<Jobs, 'cancel' | 'remove' | 'retry' | 'isRetryable' | 'kinds'>;

export function createJobService({ jobs }: { jobs: Engine }) {
  async function read(ctx: Ctx, id: number): Promise<Job> {
    const row = (await findJob(ctx.db, id)) ?? fail('BACKGROUND_JOBS_NOT_FOUND');
    return toWire(row, ctx.actor, ctx.language, jobs.isRetryable(row.kind));
  }

  async function requireControl(ctx: Ctx, id: number): Promise<void> {
    const row = (await findJob(ctx.db, id)) ?? fail('BACKGROUND_JOBS_NOT_FOUND');
    if (!mayControl(ctx.actor, row)) fail('PERMISSION_DENIED', { subject: 'DigitalTwin', action: 'manage' });
  }

  return {
    read,

    async list(ctx: Ctx, query: z.output<typeof jobListQuery>) {
      const { rows, ...total } = await findJobs(ctx.db, ctx.actor, query);
      const data = rows.map((row) => {
        const job = toWire(row, ctx.actor, ctx.language, jobs.isRetryable(row.kind));
        return query.tasks ? job : { ...job, errors: [] };
      });
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
      const by = { userId: ctx.actor.userId, ...(entityId === undefined ? {} : { entityId }) };
      const next = (await jobs.retry(ctx.db, id, by)) ?? fail('BACKGROUND_JOBS_NOT_RETRYABLE');
      ctx.activity.objects.push({ noun: 'job', id: next });
      return read(ctx, next);
    },

    types: async () => ({ data: jobs.kinds() }),
  };
}
export type JobService = ReturnType<typeof createJobService>;
