import type { exportListQuery } from '@stellwerk/contract/data-export';
import { and, desc, eq, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inScope, seenFrom } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { dataExports, type ExportDefinition } from './data-export.table.ts';
import { exportSchedules } from './export-schedule.table.ts';

export const scopedExports = inScope(dataExports, dataExports);

/** Files contain values, so seeing the job is not enough: only the creator and holders of this see the file. */
export const seesAllFiles = 'all.read';

const columns = {
  id: dataExports.id,
  accountId: dataExports.accountId,
  scopeId: dataExports.scopeId,
  scopePath: sql<string>`${scopes.path}::text`,
  userId: dataExports.userId,
  userName: sql<
    string | null
  >`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`,
  name: dataExports.name,
  definition: dataExports.definition,
  fileKey: dataExports.fileKey,
  fileName: dataExports.fileName,
  sizeBytes: dataExports.sizeBytes,
  rowCount: dataExports.rowCount,
  isCut: dataExports.isCut,
  mailState: dataExports.mailState,
  mailFailure: dataExports.mailFailure,
  forwardState: dataExports.forwardState,
  forwardFailure: dataExports.forwardFailure,
  createdAt: dataExports.createdAt,
  schedule: { id: exportSchedules.id, name: exportSchedules.name },
  job: {
    id: jobs.id,
    state: jobs.state,
    done: jobs.done,
    total: jobs.total,
    errors: jobs.errors,
    userId: jobs.userId,
  },
};

const select = (db: Db) =>
  db
    .select(columns)
    .from(dataExports)
    .innerJoin(scopes, eq(scopes.id, dataExports.scopeId))
    .innerJoin(jobs, eq(jobs.id, dataExports.jobId))
    .leftJoin(users, eq(users.id, dataExports.userId))
    .leftJoin(exportSchedules, eq(exportSchedules.id, dataExports.scheduleId));
export type FoundExport = Awaited<ReturnType<typeof select>>[number];

const exportPage = defineList<'createdAt'>({ sort: { createdAt: dataExports.createdAt }, search: [dataExports.name] });

export function findExports(db: Db, actor: Actor, list: z.output<typeof exportListQuery>) {
  const isOwn = and(
    eq(dataExports.userId, actor.userId),
    actor.isNarrowed ? eq(jobs.apiKeyId, actor.apiKeyId ?? 0) : undefined,
  );
  const isSeen = or(isOwn, visible(actor.grants, seesAllFiles, scopes.path));
  const withJobs = seenFrom(scopedExports, isSeen ?? sql`false`).join(
    sql`inner join ${jobs} on ${jobs.id} = ${dataExports.jobId}`,
  );
  const seen = withJobs.where(
    ne(jobs.state, 'deleted'),
    list.tenantId === undefined ? undefined : eq(dataExports.accountId, list.tenantId),
    list.scheduleId === undefined ? undefined : eq(dataExports.scheduleId, list.scheduleId),
  );
  return exportPage(db, seen, { ...list, sort: '-createdAt' }, (ids) => select(db).where(inArray(dataExports.id, ids)));
}

export async function findExport(db: Db, id: number): Promise<FoundExport | undefined> {
  const [found] = await select(db).where(eq(dataExports.id, id));
  return found;
}

export async function exportOwners(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: dataExports.id, userId: dataExports.userId })
    .from(dataExports)
    .where(and(inArray(dataExports.id, ids), isNotNull(dataExports.userId)));
  return new Map(rows.flatMap(({ id, userId }) => (userId === null ? [] : [[id, userId] as const])));
}

/** The API keys that ordered the files. */
export async function exportKeys(db: Db, ids: number[]): Promise<Map<number, number | null>> {
  const rows = await db
    .select({ id: dataExports.id, apiKeyId: jobs.apiKeyId })
    .from(dataExports)
    .innerJoin(jobs, eq(jobs.id, dataExports.jobId))
    .where(inArray(dataExports.id, ids));
  return new Map(rows.map(({ id, apiKeyId }) => [id, apiKeyId]));
}

interface NewDataExport {
  accountId: number;
  scopeId: number;
  userId: number;
  scheduleId?: number;
  name: string;
  definition: ExportDefinition;
  createdAt: Date;
}

export async function insertExport(tx: Db, values: NewDataExport): Promise<number> {
  const [created] = await tx.insert(dataExports).values(values).returning({ id: dataExports.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function setExportJob(tx: Db, id: number, jobId: number): Promise<void> {
  await tx.update(dataExports).set({ jobId }).where(eq(dataExports.id, id));
}

interface StartedRun {
  jobId: number;
  userId: number | null;
  fileKey: string;
}

/** The file of a retried job belongs to the user who retries it, because it contains what that user may read. */
export async function beginFile(db: Db, id: number, run: StartedRun): Promise<void> {
  await db
    .update(dataExports)
    .set({ ...run, sizeBytes: null, rowCount: null, isCut: false, fileName: null })
    .where(eq(dataExports.id, id));
}

export type FinishedFile = Pick<
  typeof dataExports.$inferSelect,
  'fileName' | 'sizeBytes' | 'rowCount' | 'isCut' | 'mailState' | 'forwardState'
>;

export async function finishFile(tx: Db, id: number, file: FinishedFile): Promise<void> {
  await tx.update(dataExports).set(file).where(eq(dataExports.id, id));
}

type Delivered = Partial<
  Pick<typeof dataExports.$inferSelect, 'mailState' | 'mailFailure' | 'forwardState' | 'forwardFailure'>
>;

export async function writeDelivery(db: Db, ids: readonly number[], state: Delivered): Promise<void> {
  await db
    .update(dataExports)
    .set(state)
    .where(inArray(dataExports.id, [...ids]));
}

export async function deleteExportRow(db: Db, id: number): Promise<void> {
  await db.delete(dataExports).where(eq(dataExports.id, id));
}

/** Exports from before that time, and those of deleted accounts. */
export const findExpired = (db: Db, before: Date, limit: number) =>
  db
    .select({ id: dataExports.id, fileKey: dataExports.fileKey })
    .from(dataExports)
    .leftJoin(accounts, eq(accounts.id, dataExports.accountId))
    .where(or(lt(dataExports.createdAt, before), sql`${accounts.id} is null`))
    .orderBy(desc(dataExports.createdAt))
    .limit(limit);

/** An account and its scope. */
export async function findHome(db: Db, accountId: number) {
  const [found] = await db
    .select({ accountId: accounts.id, scopeId: accounts.scopeId })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return found;
}
