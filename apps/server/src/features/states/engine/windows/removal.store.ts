import { sql } from 'drizzle-orm';
import { lockNewest, newestView, renumberNewest } from '../../../../ingest/newest/index.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { timeseriesWindow } from '../../compute/window.ts';
import { stateEdges, states } from '../../state.table.ts';
import { takeSeqs } from '../value.store.ts';

/** Time-series aggregates over these sources whose windows start before this time. */
async function findReaching(db: Db, sourceIds: readonly number[], before: Date): Promise<number[]> {
  const rows = await db
    .select({ id: states.id, config: states.config, newestAt: newestView.measuredAt })
    .from(stateEdges)
    .innerJoin(states, sql`${states.id} = ${stateEdges.stateId} and ${states.source} = 'timeseries-aggregate'`)
    .innerJoin(newestView, sql`${newestView.stateId} = ${stateEdges.sourceStateId}`)
    .where(sql`${stateEdges.sourceStateId} = any(${sql.param([...sourceIds])}::bigint[])`)
    .orderBy(states.id);
  return rows.flatMap(({ id, config, newestAt }) => {
    if (config.source !== 'timeseries-aggregate' || !newestAt) return [];
    const { timeseries } = config;
    const { startBefore } = timeseriesWindow(timeseries, newestAt.getTime());
    // The last two values may lie arbitrarily far back.
    const isReaching = timeseries.operation === 'differenceValue' || startBefore < before.getTime();
    return isReaching ? [id] : [];
  });
}

/**
 * Invalidates cached windows after values of these sources before this time were removed: the rows of the affected
 * aggregates get new sequence numbers, which processes with a cached past notice.
 */
export async function noteRemoval(db: Db, sourceIds: readonly number[], before: Date): Promise<void> {
  const ids = await findReaching(db, sourceIds, before);
  if (ids.length === 0) return;
  await db.transaction(async (tx) => {
    await lockNewest(tx, sql`${sql.param(ids)}::bigint[]`);
    await renumberNewest(tx, ids, (await takeSeqs(tx, ids.length)).slice(0, ids.length));
  });
}
