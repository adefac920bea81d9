import { and, asc, desc, eq, gte, inArray, lt, ne, or } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { ruleCommands, ruleExecutions } from './execution.table.ts';
import { ruleRevisions, rules } from './rule.table.ts';

/** The execution that opened an alarm, with the rule as it was then; undefined if it was deleted. */
export async function findExecutionOfAlarm(
  db: Db,
  ruleId: number,
  by: { alarmId: number; executionId: number | null },
) {
  const isNoted = eq(ruleExecutions.id, by.executionId ?? 0);
  const [found] = await db
    .select({
      executionId: ruleExecutions.id,
      at: ruleExecutions.at,
      revision: ruleExecutions.revision,
      trigger: ruleExecutions.trigger,
      metrics: ruleExecutions.metrics,
      conditions: ruleExecutions.conditions,
      title: rules.title,
      currentRevision: rules.revision,
      fields: ruleRevisions.fields,
    })
    .from(ruleExecutions)
    .innerJoin(rules, eq(rules.id, ruleExecutions.ruleId))
    .leftJoin(
      ruleRevisions,
      and(eq(ruleRevisions.ruleId, ruleExecutions.ruleId), eq(ruleRevisions.revision, ruleExecutions.revision)),
    )
    .where(and(eq(ruleExecutions.ruleId, ruleId), or(isNoted, eq(ruleExecutions.alarmId, by.alarmId))))
    .orderBy(desc(isNoted))
    .limit(1);
  return found;
}
export type ExecutionOfAlarm = NonNullable<Awaited<ReturnType<typeof findExecutionOfAlarm>>>;

/** Commands of the execution that opened an alarm, and of executions while the alarm was open. */
export const findCommandsDuring = (
  db: Db,
  ruleId: number,
  { executionId, from, to, limit }: { executionId: number; from: Date; to: Date | null; limit: number },
) =>
  db
    .select({ command: ruleCommands })
    .from(ruleCommands)
    .innerJoin(ruleExecutions, eq(ruleExecutions.id, ruleCommands.executionId))
    .where(
      and(
        eq(ruleExecutions.ruleId, ruleId),
        or(
          eq(ruleExecutions.id, executionId),
          and(gte(ruleExecutions.at, from), to === null ? undefined : lt(ruleExecutions.at, to)),
        ),
      ),
    )
    .orderBy(asc(ruleExecutions.at), asc(ruleCommands.executionId), asc(ruleCommands.position))
    .limit(limit);

/** Executions of other rules of the twin that sent commands or failed. */
export const findOtherExecutions = (
  db: Db,
  twinId: number,
  ruleId: number,
  { from, to, limit }: { from: Date; to: Date; limit: number },
) =>
  db
    .select({
      at: ruleExecutions.at,
      result: ruleExecutions.result,
      code: ruleExecutions.code,
      params: ruleExecutions.params,
      title: rules.title,
    })
    .from(ruleExecutions)
    .innerJoin(rules, eq(rules.id, ruleExecutions.ruleId))
    .where(
      and(
        eq(rules.twinId, twinId),
        ne(rules.id, ruleId),
        inArray(ruleExecutions.result, ['executed', 'error']),
        gte(ruleExecutions.at, from),
        lt(ruleExecutions.at, to),
      ),
    )
    .orderBy(desc(ruleExecutions.at))
    .limit(limit);
