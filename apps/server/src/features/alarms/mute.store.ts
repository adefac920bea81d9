import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { twinViewAs } from '../twins/index.ts';
import { alarms, maintenances } from './alarm.table.ts';
import { changeAlarms } from './alarm-changes.store.ts';

const isoOf = (now: Date) => sql`${now.toISOString()}::timestamptz`;

const place = twinViewAs('place');
const covered = twinViewAs('covered');

/** Whether a maintenance covers the twin now: its own, or one above it that includes it. */
const isMaintained = (twinId: SQL, now: Date) => sql`exists (
  select 1 from ${maintenances} plan join ${place} on ${place.id} = plan.twin_id
  where plan.from_at <= ${isoOf(now)} and plan.to_at > ${isoOf(now)} and (plan.twin_id = ${twinId}
    or (plan.includes_below and exists (
      select 1 from ${covered} where ${covered.id} = ${twinId} and ${covered.path} <@ ${place.path}))))`;

/** Brings the mark of open alarms up to date: of these, or of all. */
export async function refreshMutes(db: Db, now: Date, alarmIds?: readonly number[]): Promise<number> {
  const which = alarmIds ? sql`and alarm.id = any(${sql.param([...alarmIds])}::bigint[])` : sql``;
  return changeAlarms(
    db,
    sql`with held as materialized (
        select alarm.id, coalesce(alarm.muted_until > ${isoOf(now)}, false) or ${isMaintained(sql`alarm.twin_id`, now)} as mark
        from ${alarms} alarm where alarm.resolved_at is null ${which} order by alarm.id for no key update of alarm)
      update ${alarms} set is_muted = held.mark from held
      where alarms.id = held.id and alarms.is_muted <> held.mark
      returning alarms.account_id, alarms.twin_id, alarms.origin`,
  );
}

/** The rules among these whose twin is under maintenance, or whose open alarm is muted. */
export async function findMutedRules(
  db: Db,
  rules: readonly { ruleId: number; twinId: number }[],
  now: Date,
): Promise<Set<number>> {
  if (rules.length === 0) return new Set();
  const { rows } = await db.execute<{ id: number }>(sql`
    select rule.id from unnest(${sql.param(rules.map(({ ruleId }) => ruleId))}::bigint[],
      ${sql.param(rules.map(({ twinId }) => twinId))}::bigint[]) as rule(id, twin_id)
    where ${isMaintained(sql`rule.twin_id`, now)} or exists (
      select 1 from ${alarms} alarm where alarm.origin = 'rule' and alarm.origin_id = rule.id
        and alarm.resolved_at is null and alarm.muted_until > ${isoOf(now)})`);
  return new Set(rows.map(({ id }) => Number(id)));
}
