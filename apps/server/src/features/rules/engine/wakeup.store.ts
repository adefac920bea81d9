import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { twinView } from '../../twins/index.ts';
import { ruleStatus, rules, ruleWakeups } from '../rule.table.ts';

export type DueWakeup = typeof ruleWakeups.$inferSelect;

/** Accounts that have rules with due wakeups. */
export async function findDueAccounts(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ accountId: twinView.accountId })
    .from(ruleWakeups)
    .innerJoin(rules, eq(rules.id, ruleWakeups.ruleId))
    .innerJoin(twinView, eq(twinView.id, rules.twinId))
    .where(lte(ruleWakeups.at, now));
  return rows.map(({ accountId }) => accountId);
}

/**
 * Locks rules of an account with due wakeups, and returns their wakeups. The lock is on the status row, which all code locks before
 * any other row of a rule; rules locked by another process are skipped.
 */
export async function takeDue(db: Db, accountId: number, now: Date, limit: number): Promise<DueWakeup[]> {
  const { rows } = await db.execute<{ ruleId: number }>(sql`
    select rule_id as "ruleId" from ${ruleStatus} where rule_id in (
      select ${ruleWakeups.ruleId} from ${ruleWakeups}
      inner join ${rules} on ${rules.id} = ${ruleWakeups.ruleId} inner join ${twinView} on ${twinView.id} = ${rules.twinId}
      where ${twinView.accountId} = ${accountId} and ${ruleWakeups.at} <= ${now.toISOString()}::timestamptz
      order by ${ruleWakeups.at} limit ${limit})
    order by rule_id for no key update skip locked`);
  if (rows.length === 0) return [];
  const ruleIds = rows.map(({ ruleId }) => ruleId);
  return db
    .select()
    .from(ruleWakeups)
    .where(and(inArray(ruleWakeups.ruleId, ruleIds), lte(ruleWakeups.at, now)))
    .orderBy(asc(ruleWakeups.at), asc(ruleWakeups.ruleId));
}

export type Moved = Pick<DueWakeup, 'ruleId' | 'kind' | 'key'> & { at: Date | null };

/** Reschedules each wakeup to its next time, or deletes it. */
export async function moveWakeups(db: Db, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  const rows = moved.map(({ ruleId, ...rest }) => ({ ...rest, rule_id: ruleId }));
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as next (rule_id bigint, kind text, key text, at timestamptz)`;
  const isOne = sql`known.rule_id = next.rule_id and known.kind = next.kind and known.key = next.key`;
  await db.execute(sql`delete from ${ruleWakeups} known using ${list} where ${isOne} and next.at is null`);
  await db.execute(
    sql`update ${ruleWakeups} known set at = next.at from ${list} where ${isOne} and next.at is not null`,
  );
}
