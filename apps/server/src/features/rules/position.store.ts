import { and, desc, eq, gte, lte } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { twinPositions } from '../twins/index.ts';

/** Maximum number of positions in a replay; the newest are kept. */
const maxPositions = 100_000;

/** The positions of a twin in a time span, oldest first. */
export async function findPositions(db: Db, twinId: number, from: Date, to: Date) {
  const rows = await db
    .select({ at: twinPositions.at, latitude: twinPositions.latitude, longitude: twinPositions.longitude })
    .from(twinPositions)
    .where(and(eq(twinPositions.twinId, twinId), gte(twinPositions.at, from), lte(twinPositions.at, to)))
    .orderBy(desc(twinPositions.at))
    .limit(maxPositions);
  return rows.map(({ at, ...place }) => ({ ...place, atMs: at.getTime() })).reverse();
}
