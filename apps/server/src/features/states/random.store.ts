import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { twinView } from '../twins/index.ts';
import { states } from './state.table.ts';

/** States of enabled twins with the source `random`, ordered by id. */
export const findRandomStates = (db: Db, afterId: number, limit: number) =>
  db
    .select({
      id: states.id,
      accountId: twinView.accountId,
      lower: sql<number>`(${states.config} ->> 'lower')::float8`,
      upper: sql<number>`(${states.config} ->> 'upper')::float8`,
    })
    .from(states)
    .innerJoin(twinView, eq(twinView.id, states.twinId))
    .where(and(eq(states.source, 'random'), eq(twinView.disabled, false), gt(states.id, afterId)))
    .orderBy(asc(states.id))
    .limit(limit);
