import { and, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { visible } from '../../platform/policy/visible.ts';
import { isInside, isLeft, type MoveBlockerCounter } from '../accounts/index.ts';
import { type StateUses, stateView } from '../states/index.ts';
import { twinView, twinViewAs } from '../twins/index.ts';
import { ruleStates, rules } from './rule.table.ts';

const shown = 1_000;

/** The rules that use these states. A rule that the caller may not see has neither title nor twin. */
export const usesOfStates: StateUses = async (db, actor, stateIds) => {
  if (stateIds.length === 0) return [];
  const isSeen = sql<boolean>`${visible(actor.grants, 'DigitalTwin.read', twinView.scopePath)}`;
  const rows = await db
    .selectDistinct({ stateId: ruleStates.stateId, id: rules.id, title: rules.title, twinId: rules.twinId, isSeen })
    .from(ruleStates)
    .innerJoin(rules, eq(rules.id, ruleStates.ruleId))
    .innerJoin(twinView, eq(twinView.id, rules.twinId))
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

export async function countRules(db: Db, connectorIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select asked.id, (select count(*)::int from ${rules} rule where rule.definition -> 'commands'
      @> jsonb_build_array(jsonb_build_object('connectorId', asked.id))) as count
    from unnest(${sql.param([...connectorIds])}::bigint[]) as asked (id)`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Counts rules that read or set states on the other side of the border. */
export const countRulesAcross: MoveBlockerCounter = async (db, border) => {
  const stateTwin = twinViewAs('state_twin');
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${rules.id})::int` })
    .from(ruleStates)
    .innerJoin(rules, eq(rules.id, ruleStates.ruleId))
    .innerJoin(twinView, eq(twinView.id, rules.twinId))
    .innerJoin(stateView, eq(stateView.id, ruleStates.stateId))
    .innerJoin(stateTwin, eq(stateTwin.id, stateView.twinId))
    .where(
      or(
        and(isInside(twinView.accountId, border), isLeft(stateTwin.accountId, border)),
        and(isLeft(twinView.accountId, border), isInside(stateTwin.accountId, border)),
      ),
    );
  return row?.count ?? 0;
};
