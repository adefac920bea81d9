import type { RuleResult } from '@stellwerk/contract/rule';
import { asc, desc, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { checkedFrom, scopedFrom, type VisibleRows } from '../../platform/tenancy/scoped-from.ts';
import { inTwin, twinView } from '../twins/index.ts';
import { ruleCommands, ruleExecutions } from './execution.table.ts';
import { ruleBudgets, ruleRevisions, ruleStatus, rules } from './rule.table.ts';

interface Page {
  offset: number;
  limit: number;
}

const columns = {
  id: ruleExecutions.id,
  ruleId: ruleExecutions.ruleId,
  ruleTitle: rules.title,
  twinId: rules.twinId,
  twinTitle: twinView.title,
  revision: ruleExecutions.revision,
  at: ruleExecutions.at,
  lastAt: ruleExecutions.lastAt,
  count: ruleExecutions.count,
  result: ruleExecutions.result,
  trigger: ruleExecutions.trigger,
  metrics: ruleExecutions.metrics,
  conditions: ruleExecutions.conditions,
  isMet: ruleExecutions.isMet,
  code: ruleExecutions.code,
  params: ruleExecutions.params,
  durationMs: ruleExecutions.durationMs,
  alarmId: ruleExecutions.alarmId,
};

const select = (db: Db) =>
  db
    .select(columns)
    .from(ruleExecutions)
    .innerJoin(rules, eq(rules.id, ruleExecutions.ruleId))
    .innerJoin(twinView, eq(twinView.id, rules.twinId));
export type FoundExecution = Awaited<ReturnType<typeof select>>[number];

export const findRecent = (db: Db, ruleId: number, limit: number): Promise<FoundExecution[]> =>
  select(db)
    .where(eq(ruleExecutions.ruleId, ruleId))
    .orderBy(desc(ruleExecutions.at), desc(ruleExecutions.id))
    .limit(limit);

const executionPage = defineList({ sort: { at: ruleExecutions.at } });

const findPage = (db: Db, found: VisibleRows, page: Page) =>
  executionPage(db, found, { ...page, sort: '-at' }, (ids) => select(db).where(inArray(ruleExecutions.id, ids)));

interface PastExecutions extends Page {
  from?: Date | undefined;
  to?: Date | undefined;
  results: readonly RuleResult[];
}

/** A record covers evaluations over a period: it matches if that period overlaps the span. */
export function findPast(db: Db, ruleId: number, { from, to, results, offset, limit }: PastExecutions) {
  const found = checkedFrom(ruleExecutions.id, sql`${ruleExecutions}`, eq(ruleExecutions.ruleId, ruleId)).where(
    from ? gte(ruleExecutions.lastAt, from) : undefined,
    to ? lte(ruleExecutions.at, to) : undefined,
    results.length > 0 ? inArray(ruleExecutions.result, [...results]) : undefined,
  );
  return findPage(db, found, { offset, limit });
}

const scopedExecutions = inTwin(sql`${ruleExecutions} inner join ${rules} on ${rules.id} = ${ruleExecutions.ruleId}`, {
  id: ruleExecutions.id,
  twinId: rules.twinId,
});

export function findErroneous(
  db: Db,
  actor: Actor,
  { since, tenantId, offset, limit }: Page & { since: Date; tenantId?: number | undefined },
) {
  const found = scopedFrom(scopedExecutions, actor, 'DigitalTwin.read').where(
    sql`${ruleExecutions.hasError}`,
    gt(ruleExecutions.at, since),
    tenantId === undefined ? undefined : eq(twinView.accountId, tenantId),
  );
  return findPage(db, found, { offset, limit });
}

export type FoundCommand = typeof ruleCommands.$inferSelect;

/** The states of the metrics of these rule revisions, by alias. */
export async function findMetricStates(db: Db, runs: readonly { ruleId: number; revision: number }[]) {
  const found = new Map<string, Map<string, number>>();
  if (runs.length === 0) return found;
  const rows = await db
    .select({ ruleId: ruleRevisions.ruleId, revision: ruleRevisions.revision, fields: ruleRevisions.fields })
    .from(ruleRevisions)
    .where(
      sql`(${ruleRevisions.ruleId}, ${ruleRevisions.revision}) in (select * from unnest(
        ${sql.param(runs.map(({ ruleId }) => ruleId))}::bigint[], ${sql.param(runs.map(({ revision }) => revision))}::int[]))`,
    );
  for (const { ruleId, revision, fields } of rows) {
    found.set(`${ruleId} ${revision}`, new Map(fields.metrics.map(({ alias, stateId }) => [alias, stateId])));
  }
  return found;
}

export async function findCommandsOf(db: Db, executionIds: number[]): Promise<Map<number, FoundCommand[]>> {
  if (executionIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(ruleCommands)
    .where(inArray(ruleCommands.executionId, executionIds))
    .orderBy(asc(ruleCommands.executionId), asc(ruleCommands.position));
  return Map.groupBy(rows, ({ executionId }) => executionId);
}

/** Deletes old executions, except the open record of each rule. */
export const dropExecutions = (db: Db, before: Date, signal: AbortSignal): Promise<void> =>
  deleteInBatches(
    db,
    signal,
    (batchSize) => sql`
      delete from ${ruleExecutions} where id = any(array(
        select old.id from ${ruleExecutions} old where old.at < ${before.toISOString()}::timestamptz
          and old.last_at < ${before.toISOString()}::timestamptz
          and not exists (select from ${ruleStatus} status
            where status.rule_id = old.rule_id and status.open_execution_id = old.id)
        order by old.at limit ${batchSize}))`,
  );

export async function dropBudgets(db: Db, before: Date): Promise<void> {
  await db.delete(ruleBudgets).where(lt(ruleBudgets.hour, before));
}
