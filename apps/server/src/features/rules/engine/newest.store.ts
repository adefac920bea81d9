import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import { stateValueView } from '../../states/index.ts';

/** The newest values with their times; states that never had a value are left out. */
export async function readNewestValues(
  db: Db,
  stateIds: readonly number[],
): Promise<Map<number, readonly [atMs: number, value: JsonValue]>> {
  if (stateIds.length === 0) return new Map();
  const rows = await db
    .select({ stateId: stateValueView.stateId, value: stateValueView.value, measuredAt: stateValueView.measuredAt })
    .from(stateValueView)
    .where(sql`${stateValueView.stateId} = any(${sql.param([...stateIds])}::bigint[])`);
  return new Map(
    rows.flatMap(({ stateId, value, measuredAt }) =>
      measuredAt === null ? [] : [[stateId, [measuredAt.getTime(), (value ?? null) as JsonValue]] as const],
    ),
  );
}
