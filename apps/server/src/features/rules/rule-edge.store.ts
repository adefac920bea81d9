import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { stateEdgeView, stateView } from '../states/index.ts';
import { twinView } from '../twins/index.ts';
import { ruleStates } from './rule.table.ts';

const listOf = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;

interface RuleEdges {
  metric: readonly number[];
  aggregate: readonly number[];
  command: readonly number[];
}

/** Stores the states that the rule refers to; deleted states only remain in its definition. */
export async function replaceRuleStates(db: Db, ruleId: number, edges: RuleEdges): Promise<void> {
  await db.delete(ruleStates).where(eq(ruleStates.ruleId, ruleId));
  for (const [kind, ids] of Object.entries(edges)) {
    if (ids.length === 0) continue;
    await db.execute(sql`
      insert into ${ruleStates} (rule_id, state_id, kind)
      select ${ruleId}, id, ${kind} from ${stateView} where id = any(${listOf(ids)})`);
  }
}

export async function findStatesByKey(db: Db, places: readonly { twinId: number; key: string }[]): Promise<number[]> {
  if (places.length === 0) return [];
  const twinIds = sql.param(places.map(({ twinId }) => twinId));
  const keys = sql.param(places.map(({ key }) => key.toLowerCase()));
  const found = await db.execute<{ id: number }>(sql`
    select distinct ${stateView.id} as id from ${stateView}
    join unnest(${twinIds}::bigint[], ${keys}::text[]) as place(twin_id, key)
      on place.twin_id = ${stateView.twinId} and place.key = lower(${stateView.key})`);
  return found.rows.map(({ id }) => Number(id));
}

/** The computed ones among these states, with their twin. */
export const findComputed = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: stateView.id, twinId: stateView.twinId })
    .from(stateView)
    .where(
      and(
        sql`${stateView.id} = any(${listOf(ids)})`,
        inArray(stateView.source, ['aggregate', 'virtual-device-aggregate', 'timeseries-aggregate']),
      ),
    );

export async function findExisting(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: stateView.id })
    .from(stateView)
    .where(sql`${stateView.id} = any(${listOf(ids)})`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether one of the states is in `sources`, or is computed from one of them, directly or not. */
export async function dependOn(db: Db, ids: readonly number[], sources: readonly number[]): Promise<boolean> {
  if (ids.length === 0 || sources.length === 0) return false;
  const found = await db.execute(sql`
    with recursive reached(id) as (
      select unnest(${listOf(ids)})
      union
      select ${stateEdgeView.sourceStateId} from reached join ${stateEdgeView} on ${stateEdgeView.stateId} = reached.id
    )
    select 1 from reached where id = any(${listOf(sources)}) limit 1`);
  return found.rows.length > 0;
}

/** Twins with the fields that define a zone. */
export const findZones = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: twinView.id,
      title: twinView.title,
      type: twinView.type,
      area: twinView.geoPolygon,
      latitude: twinView.latitude,
      scopePath: sql<string>`${twinView.scopePath}::text`,
      longitude: twinView.longitude,
    })
    .from(twinView)
    .where(sql`${twinView.id} = any(${listOf(ids)})`);
