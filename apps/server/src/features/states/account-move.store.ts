import { and, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isInside, isLeft, type MoveBlockerCounter } from '../accounts/index.ts';
import { twinView, twinViewAs } from '../twins/index.ts';
import { stateEdges, states } from './state.table.ts';

/** Counts states that are computed from states on the other side of the border. */
export const countStatesAcross: MoveBlockerCounter = async (db, border) => {
  const source = alias(states, 'source');
  const sourceTwin = twinViewAs('source_twin');
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${states.id})::int` })
    .from(stateEdges)
    .innerJoin(states, eq(states.id, stateEdges.stateId))
    .innerJoin(twinView, eq(twinView.id, states.twinId))
    .innerJoin(source, eq(source.id, stateEdges.sourceStateId))
    .innerJoin(sourceTwin, eq(sourceTwin.id, source.twinId))
    .where(
      or(
        and(isInside(twinView.accountId, border), isLeft(sourceTwin.accountId, border)),
        and(isLeft(twinView.accountId, border), isInside(sourceTwin.accountId, border)),
      ),
    );
  return row?.count ?? 0;
};
