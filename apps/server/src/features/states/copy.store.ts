import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { lockNewest } from '../../ingest/newest/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { type OutsideAggregate, twinView } from '../twins/index.ts';
import { stateEdges, states } from './state.table.ts';

export type Definition = typeof states.$inferSelect;

/** The definitions of several twins, in the order of each twin. */
export const findDefinitions = (db: Db, twinIds: number[]): Promise<Definition[]> =>
  twinIds.length === 0
    ? Promise.resolve([])
    : db
        .select(getTableColumns(states))
        .from(states)
        .where(sql`${states.twinId} = any(${sql.param(twinIds)}::bigint[])`)
        .orderBy(asc(states.twinId), asc(states.position), asc(states.id));

export interface TwinPlace {
  accountId: number;
  path: string;
}

export async function findPlaces(db: Db, twinIds: number[]): Promise<Map<number, TwinPlace>> {
  const rows = await db
    .select({ id: twinView.id, accountId: twinView.accountId, path: sql<string>`${twinView.path}::text` })
    .from(twinView)
    .where(sql`${twinView.id} = any(${sql.param(twinIds)}::bigint[])`);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

export async function findHomes(
  db: Db,
  stateIds: number[],
): Promise<Map<number, { twinId: number; accountId: number }>> {
  const rows = await db
    .select({ id: states.id, twinId: states.twinId, accountId: twinView.accountId })
    .from(states)
    .innerJoin(twinView, eq(twinView.id, states.twinId))
    .where(sql`${states.id} = any(${sql.param(stateIds)}::bigint[])`);
  return new Map(rows.map(({ id, ...home }) => [id, home]));
}

/** Overwrites definitions in a synchronisation: everything except key and position. */
export async function overwriteDefinitions(db: Db, entries: { id: number; from: Definition }[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ id, from }) => ({ ...from, id }));
  await db.execute(sql`
    update ${states} set title = entry.title, unit = entry.unit, icon = entry.icon, value_type = entry."valueType",
      lower_bound = entry."lowerBound", upper_bound = entry."upperBound", transformer = entry.transformer,
      layout = entry.layout, visualisation = entry.visualisation, geo_link = entry."geoLink",
      valid_seconds = entry."validSeconds", source = entry.source, config = entry.config, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(
      id bigint, title text, unit text, icon text, "valueType" text, "lowerBound" float8, "upperBound" float8,
      transformer text, layout text, visualisation jsonb, "geoLink" text, "validSeconds" int, source text, config jsonb
    )
    where states.id = entry.id`);
}

const inside = (twinPath: string) => sql`(
  select ${states.id} from ${states} join ${twinView} on ${twinView.id} = ${states.twinId}
  where ${twinView.path} <@ ${twinPath}::ltree
)`;

/**
 * States outside of a subtree that are computed from states inside. The values inside stay locked until the end of the
 * transaction: no other transaction can start to use them after this check, and writers of values finish before the
 * subtree is deleted.
 */
export async function findOutsideAggregates(
  db: Db,
  twinPath: string,
  limit: number,
): Promise<{ rows: OutsideAggregate[]; count: number }> {
  await lockNewest(db, sql`array${inside(twinPath)}`);
  const rows = await db
    .selectDistinct({
      stateId: states.id,
      stateTitle: states.title,
      twinId: twinView.id,
      twinTitle: twinView.title,
      scopePath: sql<string>`${twinView.scopePath}::text`,
    })
    .from(stateEdges)
    .innerJoin(states, eq(states.id, stateEdges.stateId))
    .innerJoin(twinView, eq(twinView.id, states.twinId))
    .where(sql`${inArray(stateEdges.sourceStateId, inside(twinPath))} and not ${twinView.path} <@ ${twinPath}::ltree`)
    .orderBy(asc(states.id));
  return { rows: rows.slice(0, limit), count: rows.length };
}
