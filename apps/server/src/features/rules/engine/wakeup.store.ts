import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { ruleStatus, ruleWakeups } from '../rule.table.ts';

export type DueWakeup = typeof ruleWakeups.$inferSelect;

/**
 * Rules that have something due, with all of it. They are held by their status, which everybody takes before anything
 * else of a rule; those that somebody else holds are left to them.
 */
export async function takeDue(db: Db, now: Date, limit: number): Promise<DueWakeup[]> {
  const { rows } = await db.execute<{ ruleId: number }>(sql`
    select rule_id as "ruleId" from ${ruleStatus} where rule_id in (
      select rule_id from ${ruleWakeups} where at <= ${now.toISOString()}::timestamptz order by at limit ${limit})
    order by rule_id for no key update skip locked`);
  if (rows.length === 0) return [];
  const ruleIds = rows.map(({ ruleId }) => ruleId);
  return db
    .select()
    .from(ruleWakeups)
    .where(and(inArray(ruleWakeups.ruleId, ruleIds), lte(ruleWakeups.at, now)))
    .orderBy(asc(ruleWakeups.at), asc(ruleWakeups.ruleId));
}

const isOne = ({ ruleId, kind, key }: DueWakeup) =>
  and(eq(ruleWakeups.ruleId, ruleId), eq(ruleWakeups.kind, kind), eq(ruleWakeups.key, key));

export async function removeWakeups(db: Db, wakeups: readonly DueWakeup[]): Promise<void> {
  if (wakeups.length > 0) await db.delete(ruleWakeups).where(or(...wakeups.map(isOne)));
}

export async function moveWakeup(db: Db, wakeup: DueWakeup, at: Date): Promise<void> {
  await db.update(ruleWakeups).set({ at }).where(isOne(wakeup));
}
