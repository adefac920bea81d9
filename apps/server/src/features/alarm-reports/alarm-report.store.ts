import type { AlarmReportSort, alarmReportListQuery } from '@stellwerk/contract/alarm-report';
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inAccount, scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { personName } from '../alarms/index.ts';
import { smartGroupView } from '../smart-groups/index.ts';
import { alarmReports } from './alarm-report.table.ts';

export const scopedReports = inAccount(alarmReports, alarmReports);

const columns = {
  id: alarmReports.id,
  accountId: alarmReports.accountId,
  accountName: accounts.name,
  scopePath: sql<string>`${scopes.path}::text`,
  ownerId: alarmReports.ownerId,
  apiKeyId: alarmReports.apiKeyId,
  ownerName: personName,
  smartGroupId: alarmReports.smartGroupId,
  groupTitle: smartGroupView.title,
  name: alarmReports.name,
  active: alarmReports.active,
  definition: alarmReports.definition,
  nextRunAt: alarmReports.nextRunAt,
  coveredUntil: alarmReports.coveredUntil,
  createdAt: alarmReports.createdAt,
  updatedAt: alarmReports.updatedAt,
};

const select = (db: Db) =>
  db
    .select(columns)
    .from(alarmReports)
    .innerJoin(accounts, eq(accounts.id, alarmReports.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .leftJoin(users, eq(users.id, alarmReports.ownerId))
    .leftJoin(smartGroupView, eq(smartGroupView.id, alarmReports.smartGroupId));
export type FoundReport = Awaited<ReturnType<typeof select>>[number];

const reportPage = defineList<AlarmReportSort>({
  sort: {
    name: sql`lower(${alarmReports.name})`,
    nextRun: alarmReports.nextRunAt,
    createdAt: alarmReports.createdAt,
  },
  nullable: ['nextRun'],
  search: [alarmReports.name],
});

export function findReports(db: Db, actor: Actor, list: z.output<typeof alarmReportListQuery>) {
  const seen = scopedFrom(scopedReports, actor, 'VirtualDevice.manage').where(
    list.tenantId === undefined ? undefined : eq(alarmReports.accountId, list.tenantId),
  );
  return reportPage(db, seen, list, (ids) => select(db).where(inArray(alarmReports.id, ids)));
}

export async function findReport(db: Db, id: number): Promise<FoundReport | undefined> {
  const [found] = await select(db).where(eq(alarmReports.id, id));
  return found;
}

/** Two processes can't run or change a report at once. */
export async function lockReport(tx: Db, id: number): Promise<FoundReport | undefined> {
  await tx.select({ id: alarmReports.id }).from(alarmReports).where(eq(alarmReports.id, id)).for('update');
  return findReport(tx, id);
}

type Values = typeof alarmReports.$inferInsert;

export async function insertReport(db: Db, values: Values): Promise<number> {
  const [created] = await db.insert(alarmReports).values(values).returning({ id: alarmReports.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function changeReport(db: Db, id: number, values: Partial<Values>): Promise<void> {
  await db.update(alarmReports).set(values).where(eq(alarmReports.id, id));
}

export async function removeReport(db: Db, id: number): Promise<void> {
  await db.delete(alarmReports).where(eq(alarmReports.id, id));
}

export async function dueReports(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: alarmReports.id })
    .from(alarmReports)
    .where(and(eq(alarmReports.active, true), lte(alarmReports.nextRunAt, now)))
    .orderBy(asc(alarmReports.nextRunAt), desc(alarmReports.id))
    .limit(100);
  return rows.map(({ id }) => id);
}

const listedUses = 10;

/** The names of reports about a smart group. */
export async function reportsOfGroup(db: Db, smartGroupId: number): Promise<string[]> {
  const rows = await db
    .select({ name: alarmReports.name })
    .from(alarmReports)
    .where(eq(alarmReports.smartGroupId, smartGroupId))
    .orderBy(asc(alarmReports.id))
    .limit(listedUses);
  return rows.map(({ name }) => name);
}

/** An account, and the path of its scope. */
export async function findAccount(db: Db, id: number) {
  const [found] = await db
    .select({ name: accounts.name, scopePath: sql<string>`${scopes.path}::text` })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(accounts.id, id));
  return found;
}
