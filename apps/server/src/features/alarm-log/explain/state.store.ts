import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { stateView } from '../../states/index.ts';
import { twinView } from '../../twins/index.ts';

const selectStates = (db: Db) =>
  db
    .select({
      id: stateView.id,
      key: stateView.key,
      title: stateView.title,
      unit: stateView.unit,
      twinId: stateView.twinId,
      scopePath: sql<string>`${twinView.scopePath}::text`,
    })
    .from(stateView)
    .innerJoin(twinView, eq(twinView.id, stateView.twinId));
export type FoundState = Awaited<ReturnType<typeof selectStates>>[number];

export async function findStates(db: Db, ids: readonly number[]): Promise<Map<number, FoundState>> {
  if (ids.length === 0) return new Map();
  const rows = await selectStates(db).where(inArray(stateView.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

export const findStatesOfTwin = (db: Db, twinId: number): Promise<FoundState[]> =>
  selectStates(db).where(eq(stateView.twinId, twinId)).orderBy(stateView.position, stateView.id);
