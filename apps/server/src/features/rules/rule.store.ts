import type { AlarmSeverity, RuleDefinition, RuleFields } from '@stellwerk/contract/rule';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { alarmView } from '../alarms/index.ts';
import { twinView } from '../twins/index.ts';
import { ruleBudgets, ruleRevisions, ruleStatus, rules, ruleWakeups } from './rule.table.ts';

/** Number of commands that were refused to the account of the outer query in the last hour. */
const limitedNow = sql<number>`coalesce((select max(budget.limited) from ${ruleBudgets} budget
  where budget.account_id = ${twinView.accountId} and budget.hour > now() - interval '1 hour'), 0)`;

const userName = sql<string | null>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''),
  ${users.username})`;

/** The open alarm of the rule of the outer query. */
export const openAlarm = sql<{ id: number; severity: AlarmSeverity } | null>`(
  select jsonb_build_object('id', alarm.id, 'severity', alarm.severity) from ${alarmView}
  where alarm.origin = 'rule' and alarm.origin_id = ${rules.id} and alarm.resolved_at is null limit 1)`;

const summaryColumns = {
  id: rules.id,
  title: rules.title,
  description: rules.description,
  active: rules.active,
  twinId: rules.twinId,
  revision: rules.revision,
  sharedRuleId: rules.sharedRuleId,
  modelRevision: rules.modelRevision,
  createdAt: rules.createdAt,
  updatedAt: rules.updatedAt,
  twinTitle: twinView.title,
  category: twinView.category,
  accountId: twinView.accountId,
  accountName: twinView.accountName,
  scopePath: sql<string>`${twinView.scopePath}::text`,
  lastEvaluatedAt: ruleStatus.lastEvaluatedAt,
  lastExecutedAt: ruleStatus.lastExecutedAt,
  lastResult: ruleStatus.lastResult,
  code: ruleStatus.code,
  params: ruleStatus.params,
  evaluations: sql<number>`coalesce(${ruleStatus.evaluations}, 0)`.mapWith(Number),
  executions: sql<number>`coalesce(${ruleStatus.executions}, 0)`.mapWith(Number),
  errors: sql<number>`coalesce(${ruleStatus.errors}, 0)`.mapWith(Number),
  pausedUntil: ruleStatus.pausedUntil,
  limited: limitedNow.mapWith(Number),
  nextAt: sql<Date | null>`(select min(wakeup.at) from ${ruleWakeups} wakeup
    where wakeup.rule_id = ${rules.id} and wakeup.kind = 'time')`.mapWith(ruleStatus.pausedUntil),
  openAlarm,
};

const selectRules = (db: Db) =>
  db
    .select({ ...summaryColumns, definition: rules.definition, updatedBy: userName })
    .from(rules)
    .innerJoin(twinView, eq(twinView.id, rules.twinId))
    .leftJoin(ruleStatus, eq(ruleStatus.ruleId, rules.id))
    .leftJoin(users, eq(users.id, rules.updatedBy));
export type FoundRule = Awaited<ReturnType<typeof findTwinRules>>[number];

/** The writable fields of a stored rule. */
export const fieldsOf = ({
  title,
  description,
  active,
  definition,
}: Pick<FoundRule, 'title' | 'description' | 'active' | 'definition'>): RuleFields => ({
  title,
  description,
  active,
  ...definition,
});

export type RuleSummary = Omit<FoundRule, 'definition' | 'updatedBy'>;

/** The rules of several twins. */
export const findRulesOf = (db: Db, twinIds: ReadonlySet<number>) =>
  selectRules(db)
    .where(sql`${rules.twinId} = any(${sql.param([...twinIds])}::bigint[])`)
    .orderBy(sql`lower(${rules.title})`, rules.id);

export const findTwinRules = (db: Db, twinId: number) =>
  selectRules(db).where(eq(rules.twinId, twinId)).orderBy(sql`lower(${rules.title})`, rules.id);

export async function findRule(db: Db, id: number): Promise<FoundRule | undefined> {
  const [found] = await selectRules(db).where(eq(rules.id, id));
  return found;
}

/** Locks the status row first, like evaluations do, to avoid deadlocks. */
export async function lockRule(db: Db, id: number) {
  await db.select({ id: ruleStatus.ruleId }).from(ruleStatus).where(eq(ruleStatus.ruleId, id)).for('no key update');
  const [found] = await db.select().from(rules).where(eq(rules.id, id)).for('no key update');
  return found;
}

export interface TwinOfRule {
  id: number;
  title: string;
  category: TwinCategory;
  accountId: number;
  accountName: string;
  scopePath: string;
  tags: string[];
  keyValue: { key: string; value: string }[];
}

export async function findTwinOfRule(db: Db, id: number): Promise<TwinOfRule | undefined> {
  const [found] = await db
    .select({
      id: twinView.id,
      title: twinView.title,
      category: twinView.category,
      accountId: twinView.accountId,
      accountName: twinView.accountName,
      scopePath: sql<string>`${twinView.scopePath}::text`,
      tags: twinView.tags,
      keyValue: twinView.keyValue,
    })
    .from(twinView)
    .where(eq(twinView.id, id));
  return found;
}

/** Serialises adding rules to a twin, so that they can be counted; the row of the twin stays unlocked. */
export async function lockRulesOf(db: Db, twinId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('rules of twin ' || ${twinId}::text, 0))`);
}

export const countRules = (db: Db, twinId: number): Promise<number> => db.$count(rules, eq(rules.twinId, twinId));

interface Author {
  userId: number;
  now: Date;
}

const splitFields = ({ title, description, active, ...definition }: RuleFields) => ({
  title,
  description,
  active,
  definition: definition satisfies RuleDefinition,
});

export async function insertRule(db: Db, twinId: number, fields: RuleFields, { userId, now }: Author): Promise<number> {
  const times = { createdAt: now, updatedAt: now, updatedBy: userId };
  const [created] = await db
    .insert(rules)
    .values({ ...splitFields(fields), ...times, twinId })
    .returning({ id: rules.id });
  if (!created) throw new Error('insert returned no row');
  await db.insert(ruleStatus).values({ ruleId: created.id });
  await db.insert(ruleRevisions).values({ ruleId: created.id, revision: 1, fields, createdAt: now, createdBy: userId });
  return created.id;
}

/** Stores the change as the next revision. */
export async function changeRule(
  db: Db,
  { id, revision }: { id: number; revision: number },
  fields: RuleFields,
  { userId, now }: Author,
): Promise<void> {
  const next = revision + 1;
  await db
    .update(rules)
    .set({ ...splitFields(fields), revision: next, updatedAt: now, updatedBy: userId })
    .where(eq(rules.id, id));
  await db.insert(ruleRevisions).values({ ruleId: id, revision: next, fields, createdAt: now, createdBy: userId });
}

export async function deleteRule(db: Db, id: number): Promise<void> {
  await db.delete(rules).where(eq(rules.id, id));
}

export async function resumeRule(db: Db, id: number): Promise<void> {
  await db.update(ruleStatus).set({ pausedUntil: null, hangs: 0 }).where(eq(ruleStatus.ruleId, id));
}

const shownRevisions = 100;

export const findRevisions = (db: Db, ruleId: number) =>
  db
    .select({
      revision: ruleRevisions.revision,
      createdAt: ruleRevisions.createdAt,
      createdBy: userName,
      fields: ruleRevisions.fields,
    })
    .from(ruleRevisions)
    .leftJoin(users, eq(users.id, ruleRevisions.createdBy))
    .where(eq(ruleRevisions.ruleId, ruleId))
    .orderBy(desc(ruleRevisions.revision))
    .limit(shownRevisions);

/** The columns of a rule in lists, without the texts of its scripts. */
const rowColumns = {
  ...summaryColumns,
  twinStatus: twinView.status,
  commandTypes: sql<string[]>`jsonb_path_query_array(${rules.definition}, '$.commands[*].type')`,
  metricCount: countIn(sql`'metrics'`),
  timeTriggers: countIn(sql`'timeTriggers'`),
  geofences: countIn(sql`'geofenceTriggers'`),
  raisesAlarm: sql<boolean>`jsonb_typeof(${rules.definition} -> 'alarm') is not distinct from 'object'`,
};

function countIn(field: SQL) {
  return sql<number>`coalesce(jsonb_array_length(${rules.definition} -> ${field}), 0)`.mapWith(Number);
}

export const findRows = (db: Db, ids: readonly number[]) =>
  db
    .select(rowColumns)
    .from(rules)
    .innerJoin(twinView, eq(twinView.id, rules.twinId))
    .leftJoin(ruleStatus, eq(ruleStatus.ruleId, rules.id))
    .where(inArray(rules.id, [...ids]));
export type FoundRow = Awaited<ReturnType<typeof findRows>>[number];
