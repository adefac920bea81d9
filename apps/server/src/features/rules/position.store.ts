import { and, desc, eq, gte, lte } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { twinPositionView } from '../twins/index.ts';

/** Maximum number of positions in a replay; the newest are kept. */
const maxPositions = 100_000;

/** The positions of a twin in a time span, oldest first. */
export async function findPositions(db: Db, twinId: number, from: Date, to: Date) {
  const rows = await db
    .select({ at: twinPositionView.at, latitude: twinPositionView.latitude, longitude: twinPositionView.longitude })
    .from(twinPositionView)
    .where(and(eq(twinPositionView.twinId, twinId), gte(twinPositionView.at, from), lte(twinPositionView.at, to)))
    .orderBy(desc(twinPositionView.at))
    .limit(maxPositions);
  return rows.map(({ at, ...place }) => ({ ...place, atMs: at.getTime() })).reverse();
}
