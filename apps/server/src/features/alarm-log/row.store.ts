import { eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { alarmView, personName } from '../alarms/index.ts';
import { deviceView } from '../devices/index.ts';
import { ruleView } from '../rules/index.ts';
import { smartGroupView } from '../smart-groups/index.ts';
import { twinView } from '../twins/index.ts';

const acknowledgers = alias(users, 'acknowledger');
const assignees = alias(users, 'assignee');
const nameOf = (user: typeof acknowledgers | typeof assignees) => sql<string | null>`coalesce(
  nullif(trim(${user.firstName} || ' ' || ${user.lastName}), ''), ${user.username})`;

const columns = {
  id: alarmView.id,
  openedAt: alarmView.openedAt,
  resolvedAt: alarmView.resolvedAt,
  severity: alarmView.severity,
  category: alarmView.category,
  origin: alarmView.origin,
  originId: alarmView.originId,
  identifier: alarmView.identifier,
  message: alarmView.message,
  code: alarmView.code,
  params: alarmView.params,
  evidence: alarmView.evidence,
  accountId: alarmView.accountId,
  accountName: accounts.name,
  twinId: twinView.id,
  twinTitle: twinView.title,
  twinCategory: twinView.category,
  ruleId: ruleView.id,
  ruleTitle: ruleView.title,
  groupId: smartGroupView.id,
  groupTitle: smartGroupView.title,
  operationalStatus: deviceView.operationalStatus,
  resolver: personName,
  acknowledgedAt: alarmView.acknowledgedAt,
  acknowledger: nameOf(acknowledgers),
  assigneeId: alarmView.assigneeId,
  assignee: nameOf(assignees),
  mutedUntil: alarmView.mutedUntil,
  isMuted: alarmView.isMuted,
  scopePath: sql<string>`${scopes.path}::text`,
  commentCount: alarmView.commentCount,
  causeId: alarmView.causeId,
  affectedCount: alarmView.affectedCount,
};

/** The rows of these alarms, in the order of the ids. */
export async function findAlarmRows(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(alarmView)
    .innerJoin(accounts, eq(accounts.id, alarmView.accountId))
    .leftJoin(twinView, eq(twinView.id, alarmView.twinId))
    .innerJoin(scopes, eq(scopes.id, sql`coalesce(${twinView.scopeId}, ${accounts.scopeId})`))
    .leftJoin(deviceView, eq(deviceView.twinId, twinView.id))
    .leftJoin(ruleView, sql`${alarmView.origin} = 'rule' and ${ruleView.id} = ${alarmView.originId}`)
    .leftJoin(smartGroupView, sql`${alarmView.origin} = 'packets' and ${smartGroupView.id} = ${alarmView.originId}`)
    .leftJoin(users, eq(users.id, alarmView.resolvedBy))
    .leftJoin(acknowledgers, eq(acknowledgers.id, alarmView.acknowledgedBy))
    .leftJoin(assignees, eq(assignees.id, alarmView.assigneeId))
    .where(inArray(alarmView.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
export type FoundAlarm = Awaited<ReturnType<typeof findAlarmRows>>[number];
