import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { stateEdges } from './state.table.ts';

const listOf = (ids: number[]) => sql`${sql.param(ids)}::bigint[]`;

/** The direct sources or dependents of these states, without the known ones. */
export async function findNextLevel(
  db: Db,
  { ids, known, towards, limit }: { ids: number[]; known: number[]; towards: 'sources' | 'uses'; limit: number },
): Promise<number[]> {
  const [from, to] =
    towards === 'sources'
      ? [stateEdges.stateId, stateEdges.sourceStateId]
      : [stateEdges.sourceStateId, stateEdges.stateId];
  const rows = await db
    .selectDistinct({ id: to })
    .from(stateEdges)
    .where(sql`${from} = any(${listOf(ids)}) and ${to} <> all(${listOf(known)})`)
    .orderBy(to)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export const findEdgesAmong = (db: Db, ids: number[]) =>
  db
    .select({ from: stateEdges.sourceStateId, to: stateEdges.stateId })
    .from(stateEdges)
    .where(sql`${stateEdges.stateId} = any(${listOf(ids)}) and ${stateEdges.sourceStateId} = any(${listOf(ids)})`)
    .orderBy(stateEdges.sourceStateId, stateEdges.stateId);
