import { sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { inScope } from '../../platform/tenancy/scoped-from.ts';
import { twinView } from '../twins/index.ts';
import { alarmComments, alarms } from './alarm.table.ts';

/** The columns of alarms that other features may read and join. */
export const alarmView = new QueryBuilder()
  .select({
    id: alarms.id,
    accountId: alarms.accountId,
    twinId: alarms.twinId,
    origin: alarms.origin,
    originId: alarms.originId,
    identifier: alarms.identifier,
    category: alarms.category,
    severity: alarms.severity,
    message: alarms.message,
    code: alarms.code,
    params: alarms.params,
    evidence: alarms.evidence,
    causeId: alarms.causeId,
    openedAt: alarms.openedAt,
    resolvedAt: alarms.resolvedAt,
    resolvedBy: alarms.resolvedBy,
    acknowledgedAt: alarms.acknowledgedAt,
    acknowledgedBy: alarms.acknowledgedBy,
    assigneeId: alarms.assigneeId,
    mutedUntil: alarms.mutedUntil,
    isMuted: alarms.isMuted,
    commentCount: sql<number>`(select count(*)::int from ${alarmComments} comment
      where comment.alarm_id = alarms.id)`.as('alarm_comment_count'),
    affectedCount: sql<number>`(select count(*)::int from ${alarms} affected
      where affected.cause_id = alarms.id)`.as('alarm_affected_count'),
  })
  .from(alarms)
  .as('alarm');

/** Alarms lie in the scope of their twin; after its deletion, in the scope of their account. */
export const scopedAlarms = inScope(
  sql`${alarms} inner join ${accounts} on ${accounts.id} = ${alarms.accountId}
    left join ${twinView} on ${twinView.id} = ${alarms.twinId}`,
  { id: alarms.id, scopeId: sql`coalesce(${twinView.scopeId}, ${accounts.scopeId})` },
);
