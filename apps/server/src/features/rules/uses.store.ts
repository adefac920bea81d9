import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { visible } from '../../platform/policy/visible.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import type { StateUses } from '../states/index.ts';
import { twins } from '../twins/index.ts';
import { ruleStates, rules } from './rule.table.ts';

const shown = 1_000;

/** The rules that use these states. A rule that the caller may not see has neither title nor twin. */
export const usesOfStates: StateUses = async (db, actor, stateIds) => {
  if (stateIds.length === 0) return [];
  const isSeen = sql<boolean>`${visible(actor.grants, 'DigitalTwin.read', scopes.path)}`;
  const rows = await db
    .selectDistinct({ stateId: ruleStates.stateId, id: rules.id, title: rules.title, twinId: rules.twinId, isSeen })
    .from(ruleStates)
    .innerJoin(rules, eq(rules.id, ruleStates.ruleId))
    .innerJoin(twins, eq(twins.id, rules.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(sql`${ruleStates.stateId} = any(${sql.param(stateIds)}::bigint[])`)
    .orderBy(ruleStates.stateId, rules.id)
    .limit(shown);
  return rows.map((row) => ({
    kind: 'rule' as const,
    stateId: row.stateId,
    id: row.id,
    title: row.isSeen ? row.title : null,
    twinId: row.isSeen ? row.twinId : null,
  }));
};

/** The number of rules, active or not, with commands through each connector. */
export async function countRules(db: Db, connectorIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select asked.id, (select count(*)::int from ${rules} rule where rule.definition -> 'commands'
      @> jsonb_build_array(jsonb_build_object('connectorId', asked.id))) as count
    from unnest(${sql.param([...connectorIds])}::bigint[]) as asked (id)`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
