import { isDeepStrictEqual } from 'node:util';
import type { RuleDefinition, RuleFields } from '@stellwerk/contract/rule';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { resolveAlarms } from '../../alarms/index.ts';
import { nextTime } from '../evaluate/index.ts';
import { ruleRevisions, ruleStatus, rules, ruleWakeups } from '../rule.table.ts';
import { alarmOf } from './alarm.ts';

const sameFences = (before: RuleDefinition | undefined, after: RuleDefinition) =>
  JSON.stringify(before?.geofenceTriggers) === JSON.stringify(after.geofenceTriggers);

const sameConditions = (before: RuleDefinition, after: RuleDefinition) =>
  before.forMinutes === after.forMinutes &&
  isDeepStrictEqual(before.conditions, after.conditions) &&
  isDeepStrictEqual(before.metrics, after.metrics);

function isSameBehaviour({ title: _title, description: _description, ...before }: RuleFields, after: RuleDefinition) {
  return before.active && isDeepStrictEqual({ ...before, active: true }, { ...after, active: true });
}

/** The scheduler evaluates the rule once, so that alarms open without waiting for the next value. */
async function evaluateOnce(db: Db, ruleId: number, now: Date): Promise<void> {
  const payload = { trigger: { kind: 'saved' }, depth: 0, shard: 0, seq: 0 };
  await db.insert(ruleWakeups).values({ ruleId, kind: 'value', key: 'saved', at: now, payload }).onConflictDoNothing();
}

/** Schedules the next time of each time trigger. */
async function setTimes(db: Db, ruleId: number, { timeTriggers }: RuleDefinition, now: Date): Promise<void> {
  const times = timeTriggers.flatMap((trigger, index) => {
    const at = nextTime(trigger, now.getTime());
    return at === null ? [] : [{ ruleId, kind: 'time' as const, key: String(index), at: new Date(at) }];
  });
  if (times.length > 0) await db.insert(ruleWakeups).values(times);
}

/** To be called after a rule was created or changed: adapts the memory of the engine to the new definition. */
export async function ruleSaved(db: Db, { ruleId, now }: { ruleId: number; now: Date }): Promise<void> {
  // Locked first, because evaluations of the rule lock this row.
  await db.select({ id: ruleStatus.ruleId }).from(ruleStatus).where(eq(ruleStatus.ruleId, ruleId)).for('update');
  const [rule] = await db.select().from(rules).where(eq(rules.id, ruleId));
  if (!rule) return;
  const [before] = await db
    .select({ fields: ruleRevisions.fields })
    .from(ruleRevisions)
    .where(and(eq(ruleRevisions.ruleId, ruleId), eq(ruleRevisions.revision, rule.revision - 1)));
  const keepsFences = rule.active && before?.fields.active === true && sameFences(before.fields, rule.definition);
  const keepsPhase = rule.active && before?.fields.active === true && sameConditions(before.fields, rule.definition);
  const kept = [...(keepsFences ? ['dwell' as const] : []), ...(keepsPhase ? ['lasted' as const] : [])];
  const outdated = kept.length > 0 ? notInArray(ruleWakeups.kind, kept) : undefined;
  await db.delete(ruleWakeups).where(and(eq(ruleWakeups.ruleId, ruleId), outdated));
  const geofences = keepsFences
    ? sql`jsonb_set(${ruleStatus.geofences}, '{revision}', to_jsonb(${rule.revision}::int))`
    : null;
  const phase = keepsPhase ? sql`jsonb_set(${ruleStatus.phase}, '{revision}', to_jsonb(${rule.revision}::int))` : null;
  await db
    .update(ruleStatus)
    .set({ hangs: 0, pausedUntil: null, openExecutionId: null, geofences, phase })
    .where(eq(ruleStatus.ruleId, ruleId));
  if (rule.active) await setTimes(db, ruleId, rule.definition, now);
  const { metrics, onlyTimeTriggers } = rule.definition;
  const isChanged = !before || !isSameBehaviour(before.fields, rule.definition);
  if (rule.active && metrics.length > 0 && !onlyTimeTriggers && isChanged) await evaluateOnce(db, ruleId, now);
  if (!rule.active || !rule.definition.alarm) await resolveAlarms(db, [alarmOf(ruleId)], now);
}

/** To be called before rules are deleted. */
export const rulesRemoved = (db: Db, ruleIds: readonly number[], now: Date): Promise<void> =>
  resolveAlarms(db, ruleIds.map(alarmOf), now);
