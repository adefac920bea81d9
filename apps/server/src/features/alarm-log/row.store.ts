import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { alarmComments, alarms } from '../alarms/index.ts';
import { devices } from '../devices/index.ts';
import { rules } from '../rules/index.ts';
import { twins } from '../twins/index.ts';

export interface FoundComment extends Record<string, unknown> {
  id: number;
  alarmId: number;
  message: string;
  author: string | null;
  createdAt: Date;
}

/** What people are called; API users have no name but their user name. */
export const personName = sql<string | null>`coalesce(
  nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`;

const columns = {
  id: alarms.id,
  openedAt: alarms.openedAt,
  resolvedAt: alarms.resolvedAt,
  severity: alarms.severity,
  category: alarms.category,
  origin: alarms.origin,
  originId: alarms.originId,
  identifier: alarms.identifier,
  message: alarms.message,
  code: alarms.code,
  params: alarms.params,
  evidence: alarms.evidence,
  accountId: alarms.accountId,
  accountName: accounts.name,
  twinId: twins.id,
  twinTitle: twins.title,
  twinCategory: twins.category,
  ruleId: rules.id,
  ruleTitle: rules.title,
  operationalStatus: devices.operationalStatus,
  resolver: personName,
  scopePath: sql<string>`${scopes.path}::text`,
  commentCount: sql<number>`(select count(*)::int from ${alarmComments} where ${alarmComments.alarmId} = ${alarms.id})`,
};

/** In the order of the ids. */
export async function findAlarmRows(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(alarms)
    .innerJoin(accounts, eq(accounts.id, alarms.accountId))
    .leftJoin(twins, eq(twins.id, alarms.twinId))
    .innerJoin(scopes, eq(scopes.id, sql`coalesce(${twins.scopeId}, ${accounts.scopeId})`))
    .leftJoin(devices, eq(devices.twinId, twins.id))
    .leftJoin(rules, sql`${alarms.origin} = 'rule' and ${rules.id} = ${alarms.originId}`)
    .leftJoin(users, eq(users.id, alarms.resolvedBy))
    .where(inArray(alarms.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
export type FoundAlarm = Awaited<ReturnType<typeof findAlarmRows>>[number];

const commentColumns = {
  id: alarmComments.id,
  alarmId: alarmComments.alarmId,
  message: alarmComments.message,
  author: personName,
  createdAt: alarmComments.createdAt,
};

/** The newest comment of each alarm. */
export async function lastComments(db: Db, alarmIds: readonly number[]): Promise<Map<number, FoundComment>> {
  if (alarmIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([alarmComments.alarmId], commentColumns)
    .from(alarmComments)
    .leftJoin(users, eq(users.id, alarmComments.userId))
    .where(inArray(alarmComments.alarmId, [...alarmIds]))
    .orderBy(alarmComments.alarmId, sql`${alarmComments.id} desc`);
  return new Map(rows.map((row) => [row.alarmId, row]));
}

const selectComments = (db: Db) =>
  db.select(commentColumns).from(alarmComments).leftJoin(users, eq(users.id, alarmComments.userId));

/** All of one alarm, the oldest first. */
export const commentsOf = (db: Db, alarmId: number): Promise<FoundComment[]> =>
  selectComments(db).where(eq(alarmComments.alarmId, alarmId)).orderBy(alarmComments.id);

export async function findComment(db: Db, id: number): Promise<FoundComment | undefined> {
  const [found] = await selectComments(db).where(eq(alarmComments.id, id));
  return found;
}
