import type { ErrorCode } from '@stellwerk/contract/errors';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { alarmView } from '../../alarms/index.ts';
import { smartGroupView } from '../../smart-groups/index.ts';
import { twinView } from '../../twins/index.ts';
import { ruleStatus, rules, sharedRuleGaps, sharedRules } from '../rule.table.ts';

export type SharedRule = typeof sharedRules.$inferSelect;

export async function lockShared(db: Db, id: number): Promise<SharedRule | undefined> {
  const [found] = await db.select().from(sharedRules).where(eq(sharedRules.id, id)).for('update');
  return found;
}

export async function findShared(db: Db, id: number): Promise<SharedRule | undefined> {
  const [found] = await db.select().from(sharedRules).where(eq(sharedRules.id, id));
  return found;
}

export async function sharedIds(db: Db): Promise<number[]> {
  const rows = await db.select({ id: sharedRules.id }).from(sharedRules).orderBy(sharedRules.id);
  return rows.map(({ id }) => id);
}

export type NewShared = Pick<SharedRule, 'accountId' | 'smartGroupId' | 'tag' | 'category' | 'authorId' | 'apiKeyId'>;

export async function insertShared(db: Db, modelId: number, values: NewShared): Promise<number> {
  const [created] = await db
    .insert(sharedRules)
    .values({ ...values, modelId })
    .returning({ id: sharedRules.id });
  if (!created) throw new Error('insert returned no row');
  await db.update(rules).set({ sharedRuleId: created.id }).where(eq(rules.id, modelId));
  return created.id;
}

export async function changeShared(db: Db, id: number, change: Partial<Omit<SharedRule, 'id'>>): Promise<void> {
  await db.update(sharedRules).set(change).where(eq(sharedRules.id, id));
}

/** Compares the copies of these shared rules again, at the next turn. */
export const recheckGroup = (db: Db, smartGroupId: number) =>
  db.update(sharedRules).set({ configVersion: null }).where(eq(sharedRules.smartGroupId, smartGroupId));

/** Deletes copies; their alarms end with them. Locks the status rows first, like evaluations do, to avoid deadlocks. */
export async function removeCopies(db: Db, copyIds: SQL): Promise<void> {
  await db.execute(sql`
    select rule_id from ${ruleStatus} where rule_id in (${copyIds}) order by rule_id for update`);
  await db.execute(sql`delete from ${rules} where id in (${copyIds})`);
}

/** Deletes a shared rule with its copies. The model stays. */
export async function deleteShared(db: Db, id: number): Promise<void> {
  await removeCopies(
    db,
    sql`select copy.id from ${rules} copy
    where copy.shared_rule_id = ${id} and copy.model_revision is not null`,
  );
  await db.delete(sharedRules).where(eq(sharedRules.id, id));
}

/** Makes the oldest copy the model, because the twin of the model was deleted; undefined if there is no copy. */
export async function promoteCopy(db: Db, id: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number; revision: number }>(sql`
    update ${rules} set model_revision = null where id = (
      select min(copy.id) from ${rules} copy where copy.shared_rule_id = ${id}) returning id, revision`);
  const [model] = rows;
  if (!model) return undefined;
  await db.execute(sql`update ${rules} set model_revision = ${model.revision}
    where shared_rule_id = ${id} and model_revision is not null`);
  await changeShared(db, id, { modelId: Number(model.id) });
  return Number(model.id);
}

export const forgetGaps = (db: Db, id: number) => db.delete(sharedRuleGaps).where(eq(sharedRuleGaps.sharedRuleId, id));

interface Gap {
  twinId: number;
  code: ErrorCode;
  params: Record<string, string | number>;
}

export async function recordGaps(db: Db, sharedRuleId: number, gaps: readonly Gap[]): Promise<void> {
  if (gaps.length === 0) return;
  await db
    .insert(sharedRuleGaps)
    .values(gaps.map((gap) => ({ ...gap, sharedRuleId })))
    .onConflictDoNothing();
}

const shownGaps = 100;

export async function findGaps(db: Db, sharedRuleId: number) {
  const count = await db.$count(sharedRuleGaps, eq(sharedRuleGaps.sharedRuleId, sharedRuleId));
  const gaps = await db
    .select({
      ...{ twinId: sharedRuleGaps.twinId, code: sharedRuleGaps.code, params: sharedRuleGaps.params },
      title: twinView.title,
      scopePath: sql<string>`${twinView.scopePath}::text`,
    })
    .from(sharedRuleGaps)
    .innerJoin(twinView, eq(twinView.id, sharedRuleGaps.twinId))
    .where(eq(sharedRuleGaps.sharedRuleId, sharedRuleId))
    .orderBy(sql`lower(${twinView.title})`, sharedRuleGaps.twinId)
    .limit(shownGaps);
  return { count, gaps };
}

export interface FoundMark extends Record<string, unknown> {
  id: number;
  modelId: number;
  modelTwinId: number;
  modelTwinTitle: string;
  tag: string | null;
  groupTitle: string | null;
  twins: number;
  openAlarms: number;
}

/** What lists show about these shared rules. */
export async function findMarks(db: Db, ids: readonly number[]): Promise<Map<number, FoundMark>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<FoundMark>(sql`
    select shared.id, model.id as "modelId", ${twinView.id} as "modelTwinId", ${twinView.title} as "modelTwinTitle",
      shared.tag, ${smartGroupView.title} as "groupTitle",
      (select count(*)::int from ${rules} own where own.shared_rule_id = shared.id) as twins,
      (select count(*)::int from ${rules} own
        join ${alarmView} on ${alarmView.origin} = 'rule' and ${alarmView.originId} = own.id
          and ${alarmView.resolvedAt} is null
        where own.shared_rule_id = shared.id) as "openAlarms"
    from ${sharedRules} shared join ${rules} model on model.id = shared.model_id
    join ${twinView} on ${twinView.id} = model.twin_id
    left join ${smartGroupView} on ${smartGroupView.id} = shared.smart_group_id
    where shared.id = any(${sql.param([...ids])}::bigint[])`);
  return new Map(
    rows.map((row) => [Number(row.id), { ...row, modelId: Number(row.modelId), modelTwinId: Number(row.modelTwinId) }]),
  );
}

/** Titles of the rules that a smart group is the target of. */
export async function titlesWithGroup(db: Db, smartGroupId: number): Promise<string[]> {
  const rows = await db
    .select({ title: rules.title })
    .from(sharedRules)
    .innerJoin(rules, eq(rules.id, sharedRules.modelId))
    .where(eq(sharedRules.smartGroupId, smartGroupId))
    .orderBy(rules.title)
    .limit(10);
  return rows.map(({ title }) => title);
}
