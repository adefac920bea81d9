import { and, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isInside, isLeft, type TieCounter } from '../accounts/index.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';
import { ruleStates, rules } from './rule.table.ts';

/** Counts rules that read or set states on the other side of the border. */
export const countRuleTies: TieCounter = async (db, border) => {
  const stateTwin = alias(twins, 'state_twin');
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${rules.id})::int` })
    .from(ruleStates)
    .innerJoin(rules, eq(rules.id, ruleStates.ruleId))
    .innerJoin(twins, eq(twins.id, rules.twinId))
    .innerJoin(states, eq(states.id, ruleStates.stateId))
    .innerJoin(stateTwin, eq(stateTwin.id, states.twinId))
    .where(
      or(
        and(isInside(twins.accountId, border), isLeft(stateTwin.accountId, border)),
        and(isLeft(twins.accountId, border), isInside(stateTwin.accountId, border)),
      ),
    );
  return row?.count ?? 0;
};
