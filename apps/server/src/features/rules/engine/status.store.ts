import type { RuleResult } from '@stellwerk/contract/rule';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Phase, Places } from '../evaluate/index.ts';
import { ruleExecutions } from '../execution.table.ts';
import { ruleStatus } from '../rule.table.ts';

/** The memory of the engine about a rule, kept between evaluations. */
export interface RuleMemory {
  ruleId: number;
  lastExecutedAtMs: number | null;
  lastResult: RuleResult | null;
  code: string | null;
  params: Record<string, string | number> | null;
  hangs: number;
  pausedUntilMs: number | null;
  geofences: { revision: number; places: Places } | null;
  phase: ({ revision: number } & Phase) | null;
  openExecutionId: number | null;
}

/** Increments of the counters. */
export interface RuleCounts {
  lastEvaluatedAtMs: number;
  evaluations: number;
  executions: number;
  errors: number;
  limited: number;
}

async function read(db: Db, ruleIds: readonly number[], lock: SQL): Promise<Map<number, RuleMemory>> {
  if (ruleIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    ruleId: number;
    lastExecutedAt: Date | null;
    lastResult: RuleResult | null;
    code: string | null;
    params: Record<string, string | number> | null;
    hangs: number;
    pausedUntil: Date | null;
    geofences: RuleMemory['geofences'];
    phase: RuleMemory['phase'];
    openExecutionId: number | null;
  }>(sql`
    select rule_id as "ruleId", last_executed_at as "lastExecutedAt", last_result as "lastResult", code, params, hangs,
      paused_until as "pausedUntil", geofences, phase, open_execution_id as "openExecutionId"
    from ${ruleStatus} where rule_id = any(${sql.param([...ruleIds])}::bigint[]) order by rule_id ${lock}`);
  return new Map(
    rows.map(({ lastExecutedAt, pausedUntil, ...row }) => [
      row.ruleId,
      { ...row, lastExecutedAtMs: msOf(lastExecutedAt), pausedUntilMs: msOf(pausedUntil) },
    ]),
  );
}

const msOf = (time: Date | string | null) => (time === null ? null : new Date(time).getTime());

export const readMemories = (db: Db, ruleIds: readonly number[]) => read(db, ruleIds, sql``);

/** Locks these rules until the end of the transaction, so that no other process evaluates them. */
export const lockMemories = (db: Db, ruleIds: readonly number[]) => read(db, ruleIds, sql`for no key update`);

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export async function writeMemories(
  db: Db,
  changed: readonly { memory: RuleMemory; counts: RuleCounts }[],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ memory, counts }) => ({
    rule_id: memory.ruleId,
    last_executed_at: isoOf(memory.lastExecutedAtMs),
    last_result: memory.lastResult,
    code: memory.code,
    params: memory.params,
    hangs: memory.hangs,
    paused_until: isoOf(memory.pausedUntilMs),
    geofences: memory.geofences,
    phase: memory.phase,
    open_execution_id: memory.openExecutionId,
    last_evaluated_at: counts.evaluations === 0 ? null : isoOf(counts.lastEvaluatedAtMs),
    evaluations: counts.evaluations,
    executions: counts.executions,
    errors: counts.errors,
    limited: counts.limited,
  }));
  await db.execute(sql`
    update ${ruleStatus} status set last_executed_at = next.last_executed_at, last_result = next.last_result,
      code = next.code, params = next.params, hangs = next.hangs, paused_until = next.paused_until,
      geofences = next.geofences, phase = next.phase, open_execution_id = next.open_execution_id,
      last_evaluated_at = greatest(status.last_evaluated_at, next.last_evaluated_at),
      evaluations = status.evaluations + next.evaluations, executions = status.executions + next.executions,
      errors = status.errors + next.errors, limited = status.limited + next.limited
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as next (rule_id bigint, last_executed_at timestamptz,
      last_result text, code text, params jsonb, hangs smallint, paused_until timestamptz, geofences jsonb, phase jsonb,
      open_execution_id bigint, last_evaluated_at timestamptz, evaluations bigint, executions bigint, errors bigint,
      limited bigint)
    where status.rule_id = next.rule_id`);
}

/** Evaluations of a rule with the same result as its open record. */
export interface Repeats {
  ruleId: number;
  executionId: number;
  count: number;
  lastAtMs: number;
}

const recordset = (repeats: readonly Repeats[]) => {
  const rows = repeats
    .toSorted((a, b) => a.ruleId - b.ruleId)
    .map(({ ruleId, executionId, count, lastAtMs }) => ({
      ...{ rule_id: ruleId, execution_id: executionId, count, last_at: isoOf(lastAtMs) },
    }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as more (rule_id bigint, execution_id bigint, count int, last_at timestamptz)`;
};

export async function addToRecords(db: Db, repeats: readonly Repeats[]): Promise<void> {
  if (repeats.length === 0) return;
  await db.execute(sql`
    update ${ruleExecutions} known set count = known.count + more.count, last_at = greatest(known.last_at, more.last_at)
    from ${recordset(repeats)} where known.id = more.execution_id`);
}

/** Locks in the order of rule ids, like all code that locks several rules. */
export async function addToStatuses(db: Db, repeats: readonly Repeats[]): Promise<void> {
  if (repeats.length === 0) return;
  await lockMemories(
    db,
    repeats.map(({ ruleId }) => ruleId),
  );
  await db.execute(sql`
    update ${ruleStatus} status set evaluations = status.evaluations + more.count,
      last_evaluated_at = greatest(status.last_evaluated_at, more.last_at)
    from ${recordset(repeats)} where status.rule_id = more.rule_id`);
}
