import { type ScheduleSort, type scheduleListQuery, seesSchedules } from '@stellwerk/contract/export-schedule';
import { and, asc, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inAccount, seenFrom } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { dataExports } from './data-export.table.ts';
import { exportSchedules } from './export-schedule.table.ts';

export const scopedSchedules = inAccount(exportSchedules, exportSchedules);

const columns = {
  id: exportSchedules.id,
  accountId: exportSchedules.accountId,
  accountName: accounts.name,
  scopeId: accounts.scopeId,
  scopePath: sql<string>`${scopes.path}::text`,
  ownerId: exportSchedules.ownerId,
  apiKeyId: exportSchedules.apiKeyId,
  ownerName: sql<
    string | null
  >`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`,
  name: exportSchedules.name,
  active: exportSchedules.active,
  definition: exportSchedules.definition,
  nextRunAt: exportSchedules.nextRunAt,
  lastRunAt: exportSchedules.lastRunAt,
  lastExport: {
    id: dataExports.id,
    rowCount: dataExports.rowCount,
    mailState: dataExports.mailState,
    forwardState: dataExports.forwardState,
    state: jobs.state,
  },
  createdAt: exportSchedules.createdAt,
  updatedAt: exportSchedules.updatedAt,
};

const select = (db: Db) =>
  db
    .select(columns)
    .from(exportSchedules)
    .innerJoin(accounts, eq(accounts.id, exportSchedules.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .leftJoin(users, eq(users.id, exportSchedules.ownerId))
    .leftJoin(dataExports, eq(dataExports.id, exportSchedules.lastExportId))
    .leftJoin(jobs, eq(jobs.id, dataExports.jobId));
export type FoundSchedule = Awaited<ReturnType<typeof select>>[number];

const schedulePage = defineList<ScheduleSort>({
  sort: {
    name: sql`lower(${exportSchedules.name})`,
    nextRun: exportSchedules.nextRunAt,
    createdAt: exportSchedules.createdAt,
  },
  nullable: ['nextRun'],
  search: [exportSchedules.name],
});

export function findSchedules(db: Db, actor: Actor, list: z.output<typeof scheduleListQuery>) {
  const isOwn = and(
    eq(exportSchedules.ownerId, actor.userId),
    actor.isNarrowed ? eq(exportSchedules.apiKeyId, actor.apiKeyId ?? 0) : undefined,
  );
  const isSeen = or(isOwn, visible(actor.grants, seesSchedules, scopes.path));
  const seen = seenFrom(scopedSchedules, isSeen ?? sql`false`).where(
    list.tenantId === undefined ? undefined : eq(exportSchedules.accountId, list.tenantId),
  );
  return schedulePage(db, seen, list, (ids) => select(db).where(inArray(exportSchedules.id, ids)));
}

export async function findSchedule(db: Db, id: number): Promise<FoundSchedule | undefined> {
  const [found] = await select(db).where(eq(exportSchedules.id, id));
  return found;
}

/** Two processes can't run or change a schedule at once. */
export async function lockSchedule(tx: Db, id: number): Promise<FoundSchedule | undefined> {
  await tx.select({ id: exportSchedules.id }).from(exportSchedules).where(eq(exportSchedules.id, id)).for('update');
  return findSchedule(tx, id);
}

export async function scheduleOwners(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: exportSchedules.id, ownerId: exportSchedules.ownerId })
    .from(exportSchedules)
    .where(and(inArray(exportSchedules.id, ids), isNotNull(exportSchedules.ownerId)));
  return new Map(rows.flatMap(({ id, ownerId }) => (ownerId === null ? [] : [[id, ownerId] as const])));
}

/** The API keys that created or last changed the schedules. */
export async function scheduleKeys(db: Db, ids: number[]): Promise<Map<number, number | null>> {
  const rows = await db
    .select({ id: exportSchedules.id, apiKeyId: exportSchedules.apiKeyId })
    .from(exportSchedules)
    .where(inArray(exportSchedules.id, ids));
  return new Map(rows.map(({ id, apiKeyId }) => [id, apiKeyId]));
}

type Values = typeof exportSchedules.$inferInsert;

export async function insertSchedule(db: Db, values: Values): Promise<number> {
  const [created] = await db.insert(exportSchedules).values(values).returning({ id: exportSchedules.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function changeSchedule(db: Db, id: number, values: Partial<Values>): Promise<void> {
  await db.update(exportSchedules).set(values).where(eq(exportSchedules.id, id));
}

export async function removeSchedule(db: Db, id: number): Promise<void> {
  await db.delete(exportSchedules).where(eq(exportSchedules.id, id));
}

export async function dueSchedules(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: exportSchedules.id })
    .from(exportSchedules)
    .where(and(eq(exportSchedules.active, true), lte(exportSchedules.nextRunAt, now)))
    .orderBy(asc(exportSchedules.nextRunAt), asc(exportSchedules.id))
    .limit(100);
  return rows.map(({ id }) => id);
}
