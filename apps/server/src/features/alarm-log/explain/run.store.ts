import { and, asc, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { ruleCommands, ruleExecutions, ruleRevisions, rules } from '../../rules/index.ts';
import { states } from '../../states/index.ts';
import { twins } from '../../twins/index.ts';

/** The evaluation that opened an alarm, with the rule as it was then; undefined where it is not kept. */
export async function findRun(db: Db, ruleId: number, by: { alarmId: number; executionId: number | null }) {
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
export type FoundRun = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** Commands of these evaluations of a rule: the one that opened the alarm, and those while it was open. */
export const findCommandsGiven = (
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

const stateColumns = {
  id: states.id,
  key: states.key,
  title: states.title,
  unit: states.unit,
  twinId: states.twinId,
  scopePath: sql<string>`${scopes.path}::text`,
};

const selectStates = (db: Db) =>
  db
    .select(stateColumns)
    .from(states)
    .innerJoin(twins, eq(twins.id, states.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId));
export type FoundState = Awaited<ReturnType<typeof selectStates>>[number];

export async function findStates(db: Db, ids: readonly number[]): Promise<Map<number, FoundState>> {
  if (ids.length === 0) return new Map();
  const rows = await selectStates(db).where(inArray(states.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

export const findStatesOfTwin = (db: Db, twinId: number): Promise<FoundState[]> =>
  selectStates(db).where(eq(states.twinId, twinId)).orderBy(states.position, states.id);
