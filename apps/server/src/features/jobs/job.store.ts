import { type JobSort, type jobListQuery, seesJobs } from '@stellwerk/contract/job';
import { and, eq, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { type JobErrorEntry, jobs } from '../../platform/jobs/job.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inScope, scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** Lists show only the first errors: a thousand errors for each of a hundred jobs would be megabytes. */
const listedErrors = sql<JobErrorEntry[]>`jsonb_path_query_array(${jobs.errors}, '$[0 to 9]')`;

const columns = {
  id: jobs.id,
  title: jobs.title,
  name: jobs.name,
  kind: jobs.kind,
  state: jobs.state,
  format: jobs.format,
  resource: jobs.resource,
  entityId: jobs.entityId,
  done: jobs.done,
  total: jobs.total,
  errorCount: jobs.errorCount,
  cancelRequestedAt: jobs.cancelRequestedAt,
  undoOf: jobs.undoOf,
  userId: jobs.userId,
  apiKeyId: jobs.apiKeyId,
  userName: sql<string | null>`nullif(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
  username: users.username,
  createdAt: jobs.createdAt,
  startedAt: jobs.startedAt,
  stoppedAt: jobs.stoppedAt,
  finishedAt: jobs.finishedAt,
  scopePath: sql<string>`${scopes.path}::text`,
};

/** Jobs lie in the scope that they were started for. */
export const scopedJobs = inScope(jobs, jobs);

const jobPage = defineList<JobSort>({
  sort: {
    createdAt: jobs.createdAt,
    startedAt: jobs.startedAt,
    finishedAt: jobs.finishedAt,
    title: jobs.title,
    type: jobs.kind,
    state: jobs.state,
  },
  nullable: ['startedAt', 'finishedAt'],
  search: [jobs.title],
});

const select = (db: Db, errors: SQL<JobErrorEntry[]>) =>
  db
    .select({ ...columns, errors })
    .from(jobs)
    .innerJoin(scopes, eq(scopes.id, jobs.scopeId))
    .leftJoin(users, eq(users.id, jobs.userId));

export function findJobs(db: Db, actor: Pick<Actor, 'grants'>, list: z.output<typeof jobListQuery>) {
  const found = scopedFrom(scopedJobs, actor, seesJobs).where(
    list.state ? eq(jobs.state, list.state) : ne(jobs.state, 'deleted'),
    list.tenantId ? eq(jobs.accountId, list.tenantId) : undefined,
    list.type ? eq(jobs.kind, list.type) : undefined,
  );
  return jobPage(db, found, list, (ids) => select(db, listedErrors).where(inArray(jobs.id, ids)));
}

export async function findJob(db: Db, id: number) {
  const [row] = await select(db, sql<JobErrorEntry[]>`${jobs.errors}`).where(eq(jobs.id, id));
  return row;
}
export type FoundJob = NonNullable<Awaited<ReturnType<typeof findJob>>>;

/** The users who started the jobs; jobs of the system have none. */
export async function jobOwners(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: jobs.id, userId: jobs.userId })
    .from(jobs)
    .where(and(inArray(jobs.id, ids), isNotNull(jobs.userId)));
  return new Map(rows.flatMap(({ id, userId }) => (userId === null ? [] : [[id, userId] as const])));
}

/** The API keys that started the jobs. */
export async function jobKeys(db: Db, ids: number[]): Promise<Map<number, number | null>> {
  const rows = await db.select({ id: jobs.id, apiKeyId: jobs.apiKeyId }).from(jobs).where(inArray(jobs.id, ids));
  return new Map(rows.map(({ id, apiKeyId }) => [id, apiKeyId]));
}

/** Deletes jobs that ended before a time, in batches, so that no statement keeps its locks for long. */
export const dropEndedJobs = (db: Db, before: Date, signal: AbortSignal): Promise<void> =>
  deleteInBatches(db, signal, (batchSize) => {
    const ended = db.select({ id: jobs.id }).from(jobs).where(lt(jobs.finishedAt, before)).limit(batchSize);
    return db.delete(jobs).where(inArray(jobs.id, ended)).getSQL();
  });
