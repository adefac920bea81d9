import { and, desc, eq, gte, lte } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { twinPositions } from '../twins/index.ts';

/** As many as a replay looks at: the newest. */
const maxPositions = 100_000;

/** Where a twin was in a span of time, oldest first. */
export async function findPositions(db: Db, twinId: number, from: Date, to: Date) {
  const rows = await db
    .select({ at: twinPositions.at, latitude: twinPositions.latitude, longitude: twinPositions.longitude })
    .from(twinPositions)
    .where(and(eq(twinPositions.twinId, twinId), gte(twinPositions.at, from), lte(twinPositions.at, to)))
    .orderBy(desc(twinPositions.at))
    .limit(maxPositions);
  return rows.map(({ at, ...place }) => ({ ...place, atMs: at.getTime() })).reverse();
}
