import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { JobSort, jobListQuery } from '@stellwerk/contract/job';
import { and, asc, desc, eq, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import { escapeLike, totalOf } from '../../platform/db/page.ts';
import { type JobErrorEntry, jobs } from '../../platform/jobs/job.table.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';

/** Lists show the first errors only: a thousand of each of a hundred jobs would be megabytes. */
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
  userId: jobs.userId,
  userName: sql<string | null>`nullif(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
  username: users.username,
  createdAt: jobs.createdAt,
  startedAt: jobs.startedAt,
  stoppedAt: jobs.stoppedAt,
  finishedAt: jobs.finishedAt,
  scopePath: sql<string>`${scopes.path}::text`,
};

const sortColumns = {
  createdAt: jobs.createdAt,
  startedAt: jobs.startedAt,
  finishedAt: jobs.finishedAt,
  title: jobs.title,
  type: jobs.kind,
  state: jobs.state,
} satisfies Record<JobSort, unknown>;

function orderOf(sort: string): SQL[] {
  const name = sort.replace(/^-/, '') as JobSort;
  const direction = sort.startsWith('-') ? desc : asc;
  return [direction(sortColumns[name]), direction(jobs.id)];
}

type JobList = z.output<typeof jobListQuery>;

export async function findJobs(db: Db, grants: readonly Grant[], rule: PermissionRule, list: JobList) {
  const matching = and(
    visible(grants, rule, scopes.path),
    list.state ? eq(jobs.state, list.state) : ne(jobs.state, 'deleted'),
    list.tenantId ? eq(jobs.accountId, list.tenantId) : undefined,
    list.type ? eq(jobs.kind, list.type) : undefined,
    list.search ? sql`${jobs.title} ilike ${`%${escapeLike(list.search)}%`}` : undefined,
  );
  const rows = await db
    .select({ ...columns, errors: listedErrors })
    .from(jobs)
    .innerJoin(scopes, eq(scopes.id, jobs.scopeId))
    .leftJoin(users, eq(users.id, jobs.userId))
    .where(matching)
    .orderBy(...orderOf(list.sort))
    .offset(list.offset)
    .limit(list.limit);
  const every = db.select({ id: jobs.id }).from(jobs).innerJoin(scopes, eq(scopes.id, jobs.scopeId)).where(matching);
  return { rows, ...(await totalOf(db, every)) };
}

export async function findJob(db: Db, id: number) {
  const [row] = await db
    .select({ ...columns, errors: jobs.errors })
    .from(jobs)
    .innerJoin(scopes, eq(scopes.id, jobs.scopeId))
    .leftJoin(users, eq(users.id, jobs.userId))
    .where(eq(jobs.id, id));
  return row;
}
export type FoundJob = NonNullable<Awaited<ReturnType<typeof findJob>>>;

export async function jobScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: jobs.id, path: sql<string>`${scopes.path}::text` })
    .from(jobs)
    .innerJoin(scopes, eq(scopes.id, jobs.scopeId))
    .where(inArray(jobs.id, ids));
  return new Map(rows.map((row) => [row.id, row.path]));
}

/** Who started each of them; the system's own have nobody. */
export async function jobOwners(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: jobs.id, userId: jobs.userId })
    .from(jobs)
    .where(and(inArray(jobs.id, ids), isNotNull(jobs.userId)));
  return new Map(rows.flatMap(({ id, userId }) => (userId === null ? [] : [[id, userId] as const])));
}

/** Removes jobs that ended before a day, a few thousand at a time: no statement holds its locks for long. */
export const dropEndedJobs = (db: Db, before: Date, signal: AbortSignal): Promise<void> =>
  deleteInBatches(db, signal, (batchSize) => {
    const ended = db.select({ id: jobs.id }).from(jobs).where(lt(jobs.finishedAt, before)).limit(batchSize);
    return db.delete(jobs).where(inArray(jobs.id, ended)).getSQL();
  });
