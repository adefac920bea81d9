import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { newestView } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { connectorView } from '../../connectors/index.ts';
import { stateView } from '../../states/index.ts';
import { twinView } from '../../twins/index.ts';

/** The states of an account with the newest values. */
export async function recentStates(db: Db, accountId: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: stateView.id })
    .from(twinView)
    .innerJoin(stateView, eq(stateView.twinId, twinView.id))
    .innerJoin(newestView, eq(newestView.stateId, stateView.id))
    .where(and(eq(twinView.accountId, accountId), isNotNull(newestView.measuredAt)))
    .orderBy(desc(newestView.measuredAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export const connectorsOf = (db: Db, accountId: number, limit: number) =>
  db
    .select({ id: connectorView.id, type: connectorView.type })
    .from(connectorView)
    .where(eq(connectorView.accountId, accountId))
    .orderBy(desc(connectorView.id))
    .limit(limit);
