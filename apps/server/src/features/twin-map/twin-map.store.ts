import { maxMapItems } from '@stellwerk/contract/twin-map';
import { and, asc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { totalOf } from '../../platform/db/page.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { states, stateValues } from '../states/index.ts';
import { twins } from '../twins/index.ts';
import type { Grid, Range } from './grid.ts';
import { levelOf } from './grid.ts';
import { twinCells } from './twin-cell.table.ts';

export interface FoundCell {
  column: number;
  row: number;
  count: number;
  status: number;
  x: number;
  y: number;
}

const within = (column: SQL, { from, to }: Range): SQL => sql`(${column} >= ${from} and ${column} < ${to})`;
const x = sql`${twins.x}`;
const y = sql`${twins.y}`;

const inRanges = (ranges: { x: Range[]; y: Range }): SQL | undefined =>
  and(or(...ranges.x.map((range) => within(x, range))), within(y, ranges.y));

const withoutZones = (excludeZones: boolean) => (excludeZones ? ne(twins.type, 'zone') : undefined);

interface CellQuery {
  grid: Grid;
  ranges: { x: Range[]; y: Range };
  excludeZones: boolean;
}

const toCell = (row: Record<keyof FoundCell, unknown>): FoundCell => ({
  column: Number(row.column),
  row: Number(row.row),
  count: Number(row.count),
  status: Number(row.status),
  x: Number(row.x),
  y: Number(row.y),
});

type CellRow = Record<keyof FoundCell, unknown>;

/** The fullest first: where a map can't carry all, single twins are left out. One more than that tells so. */
export async function findCells(
  db: Db,
  condition: SQL,
  { grid, ranges, excludeZones }: CellQuery,
): Promise<FoundCell[]> {
  const { rows } = await db.execute<CellRow>(sql`
    select ${x} / ${grid.cellUnits}::int as "column", ${y} / ${grid.cellUnits}::int as "row", count(*) as count,
      max(${twins.status}) as status, avg(${x})::float8 as x, avg(${y})::float8 as y
    from ${twins} join ${scopes} on ${eq(scopes.id, twins.scopeId)}
    where ${and(isNotNull(twins.x), inRanges(ranges), withoutZones(excludeZones), condition)}
    group by 1, 2 order by 3 desc, 1, 2 limit ${maxMapItems + 1}`);
  return rows.map(toCell);
}

/**
 * The same from the squares that were counted beforehand. The condition may ask for nothing but scope, account,
 * category, type, disabled and status: the squares stand in for twins under their name.
 */
export async function findCountedCells(
  db: Db,
  condition: SQL,
  { grid, ranges, excludeZones }: CellQuery,
): Promise<FoundCell[] | undefined> {
  const squares = levelOf(grid);
  if (!squares) return undefined;
  const { level, shift } = squares;
  const cellX = sql.raw('twins.cell_x');
  const cellY = sql.raw('twins.cell_y');
  const squaresOf = ({ from, to }: Range): Range => ({ from: from / 2 ** shift, to: to / 2 ** shift });
  const places = and(
    or(...ranges.x.map((range) => within(cellX, squaresOf(range)))),
    within(cellY, squaresOf(ranges.y)),
  );
  const perCell = grid.cellUnits / 2 ** shift;
  const { rows } = await db.execute<CellRow>(sql`
    select "column", "row", count, sum_x / count as x, sum_y / count as y,
      case when errors > 0 then 3 when warnings > 0 then 2 when fine > 0 then 1 else 0 end as status
    from (
      select ${cellX} / ${perCell}::int as "column", ${cellY} / ${perCell}::int as "row", sum(twins.count) as count,
        sum(twins.sum_x)::float8 as sum_x, sum(twins.sum_y)::float8 as sum_y,
        sum(twins.count) filter (where twins.status = 3) as errors,
        sum(twins.count) filter (where twins.status = 2) as warnings,
        sum(twins.count) filter (where twins.status = 1) as fine
      from ${twinCells} as twins join ${scopes} on ${eq(scopes.id, twins.scopeId)}
      where ${and(sql`twins.level = ${level}`, places, withoutZones(excludeZones), condition)}
      group by 1, 2 having sum(twins.count) > 0
    ) as cells
    order by 3 desc, 1, 2 limit ${maxMapItems + 1}`);
  return rows.map(toCell);
}

const mapTwinColumns = {
  id: twins.id,
  title: twins.title,
  type: twins.type,
  category: twins.category,
  icon: twins.icon,
  status: twins.status,
  // Whatever has x and y has these.
  latitude: sql<number>`${twins.latitude}`,
  longitude: sql<number>`${twins.longitude}`,
};

const mapTwins = (db: Db) =>
  db.select(mapTwinColumns).from(twins).innerJoin(scopes, eq(scopes.id, twins.scopeId)).$dynamic();

export type FoundTwin = Awaited<ReturnType<typeof mapTwins>>[number];

/** The twins that are alone in their cell, by their places. */
export async function findTwinsAt(
  db: Db,
  condition: SQL,
  places: readonly { x: number; y: number }[],
  excludeZones: boolean,
): Promise<FoundTwin[]> {
  if (places.length === 0) return [];
  const xs = sql.param(places.map((place) => place.x));
  const ys = sql.param(places.map((place) => place.y));
  const isThere = sql`(${twins.x}, ${twins.y}) in (select * from unnest(${xs}::int[], ${ys}::int[]))`;
  return mapTwins(db).where(and(isNotNull(twins.x), isThere, withoutZones(excludeZones), condition));
}

export async function findTwinsInCell(
  db: Db,
  condition: SQL,
  query: { x: Range; y: Range; excludeZones: boolean; offset: number; limit: number },
) {
  const where = and(
    isNotNull(twins.x),
    inRanges({ x: [query.x], y: query.y }),
    withoutZones(query.excludeZones),
    condition,
  );
  const rows = await mapTwins(db)
    .where(where)
    .orderBy(asc(sql`lower(${twins.title})`), asc(twins.id))
    .offset(query.offset)
    .limit(query.limit);
  const every = db.select({ id: twins.id }).from(twins).innerJoin(scopes, eq(scopes.id, twins.scopeId)).where(where);
  return { rows, ...(await totalOf(db, every)) };
}

/** Newest values of the named states, in the order of the twin. `condition` is over states, twins and scopes. */
export function findMarkerValues(db: Db, twinIds: number[], keys: readonly string[], condition: SQL) {
  const named = inArray(
    sql`lower(${states.key})`,
    keys.map((key) => key.toLowerCase()),
  );
  return db
    .select({
      twinId: states.twinId,
      key: states.key,
      title: states.title,
      unit: states.unit,
      value: stateValues.value,
      decimals: sql<number | null>`(${states.visualisation} ->> 'decimals')::int`,
      status: stateValues.status,
    })
    .from(states)
    .innerJoin(stateValues, eq(stateValues.stateId, states.id))
    .innerJoin(twins, eq(twins.id, states.twinId))
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(and(inArray(states.twinId, twinIds), named, condition))
    .orderBy(states.twinId, states.position, states.id);
}
