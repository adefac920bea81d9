import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { stateEdges, states } from './state.table.ts';

/** Serialises changes of dependencies, which could close a loop together. Take it first, to avoid deadlocks. */
export async function lockEdges(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('state sources', 0))`);
}

export async function replaceEdges(db: Db, entries: { stateId: number; sourceIds: number[] }[]): Promise<void> {
  if (entries.length === 0) return;
  await db.delete(stateEdges).where(
    inArray(
      stateEdges.stateId,
      entries.map(({ stateId }) => stateId),
    ),
  );
  const rows = entries.flatMap(({ stateId, sourceIds }) =>
    sourceIds.map((sourceStateId) => ({ stateId, sourceStateId })),
  );
  const pageSize = 5_000;
  for (let start = 0; start < rows.length; start += pageSize) {
    await db.insert(stateEdges).values(rows.slice(start, start + pageSize));
  }
}

/** The path from a state through its dependents to one of the sources; undefined if there would be no loop. */
export async function findWay(db: Db, stateId: number, sourceIds: number[]): Promise<number[] | undefined> {
  const found = await db.execute<{ id: number; before: number | null }>(sql`
    with recursive reached as (
      select ${stateId}::bigint as id, null::bigint as before
      union
      select edge.state_id, edge.source_state_id from reached
      join ${stateEdges} edge on edge.source_state_id = reached.id
    )
    select id, before from reached`);
  const before = new Map<number, number | null>();
  for (const row of found.rows) if (!before.has(row.id)) before.set(row.id, row.before);
  const end = sourceIds.find((id) => before.has(id));
  if (end === undefined) return undefined;
  const way: number[] = [];
  for (let id: number | null = end; id !== null; id = before.get(id) ?? null) way.unshift(id);
  return way;
}

export async function findDependents(db: Db, stateId: number): Promise<number[]> {
  const rows = await db
    .select({ id: stateEdges.stateId })
    .from(stateEdges)
    .where(eq(stateEdges.sourceStateId, stateId))
    .orderBy(stateEdges.stateId);
  return rows.map(({ id }) => id);
}

export const findEdgesOf = (db: Db, stateIds: number[]) =>
  db
    .select({ stateId: stateEdges.stateId, sourceStateId: stateEdges.sourceStateId })
    .from(stateEdges)
    .where(sql`${stateEdges.stateId} = any(${sql.param(stateIds)}::bigint[])`);

/** Whether any of these states depends on itself, directly or not; checks many changes at once. */
export async function haveLoop(db: Db, stateIds: number[]): Promise<boolean> {
  if (stateIds.length === 0) return false;
  const found = await db.execute(sql`
    with recursive reached(start, id) as (
      select state_id, source_state_id from ${stateEdges} where state_id = any(${sql.param(stateIds)}::bigint[])
      union
      select reached.start, edge.source_state_id from reached join ${stateEdges} edge on edge.state_id = reached.id
    )
    select 1 from reached join ${states} on states.id = reached.start where reached.start = reached.id limit 1`);
  return found.rows.length > 0;
}

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
