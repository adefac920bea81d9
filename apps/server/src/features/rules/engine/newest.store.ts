import { readNewest } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { JsonValue } from '../../../platform/history/history.ts';

/** The newest values with their times; states that never had a value are left out. */
export async function readNewestValues(
  db: Db,
  stateIds: readonly number[],
): Promise<Map<number, readonly [atMs: number, value: JsonValue]>> {
  const newest = await readNewest(db, stateIds);
  return new Map(
    [...newest].flatMap(([stateId, { value, measuredAt }]) =>
      measuredAt === null ? [] : [[stateId, [measuredAt.getTime(), value]] as const],
    ),
  );
}
