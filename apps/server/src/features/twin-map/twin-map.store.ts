import type { TwinCategory, TwinType } from '@stellwerk/contract/twin';
import { maxMapItems } from '@stellwerk/contract/twin-map';
import { and, inArray, isNotNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Newest, withNewest } from '../../ingest/newest/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { seenFrom } from '../../platform/tenancy/scoped-from.ts';
import { stateView } from '../states/index.ts';
import { viewedTwins } from '../twins/index.ts';
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

const within = (column: SQLWrapper, { from, to }: Range): SQL => sql`(${column} >= ${from} and ${column} < ${to})`;
export const twin = viewedTwins.columns;
const { x, y } = twin;

const inRanges = (ranges: { x: Range[]; y: Range }): SQL | undefined =>
  and(or(...ranges.x.map((range) => within(x, range))), within(y, ranges.y));

export const withoutZones = (excludeZones: boolean) => (excludeZones ? ne(twin.type, 'zone') : undefined);
export const squareWithoutZones = (excludeZones: boolean) => (excludeZones ? sql`twins.type <> 'zone'` : undefined);
export const hasState = sql`exists (select 1 from ${stateView} where ${stateView.twinId} = ${twin.id})`;

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

/**
 * The fullest cells first, because a map that can't show all leaves out single twins. One more than a map can show, which
 * tells the caller that some were left out.
 */
export async function findCells(
  db: Db,
  condition: SQL,
  { grid, ranges, excludeZones }: CellQuery,
): Promise<FoundCell[]> {
  const { every } = seenFrom(viewedTwins, condition).where(isNotNull(x), inRanges(ranges), withoutZones(excludeZones));
  const { rows } = await db.execute<CellRow>(sql`
    select ${x} / ${grid.cellUnits}::int as "column", ${y} / ${grid.cellUnits}::int as "row", count(*) as count,
      max(${twin.status}) as status, avg(${x})::float8 as x, avg(${y})::float8 as y
    ${every} group by 1, 2 order by 3 desc, 1, 2 limit ${maxMapItems + 1}`);
  return rows.map(toCell);
}

/**
 * The same from the counted squares. The condition may only use scope, account, category, type, disabled and status:
 * the query reads the squares under the name of the table of twins.
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
      from ${twinCells} as twins join ${scopes} on ${scopes.id} = twins.scope_id
      where ${and(sql`twins.level = ${level}`, places, squareWithoutZones(excludeZones), condition)}
      group by 1, 2 having sum(twins.count) > 0
    ) as cells
    order by 3 desc, 1, 2 limit ${maxMapItems + 1}`);
  return rows.map(toCell);
}

/** Twins with a place always have coordinates. */
export interface FoundTwin {
  id: number;
  title: string;
  type: TwinType;
  category: TwinCategory;
  icon: string;
  status: number;
  latitude: number;
  longitude: number;
}

async function readTwins(db: Db, every: SQL): Promise<FoundTwin[]> {
  const { rows } = await db.execute<FoundTwin & Record<string, unknown>>(sql`
    select ${twin.id} as id, ${twin.title} as title, ${twin.type} as type, ${twin.category} as category,
      ${twin.icon} as icon, ${twin.status} as status, ${twin.latitude} as latitude,
      ${twin.longitude} as longitude ${every}`);
  return rows;
}

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
  const isThere = sql`(${x}, ${y}) in (select * from unnest(${xs}::int[], ${ys}::int[]))`;
  return readTwins(db, seenFrom(viewedTwins, condition).where(isNotNull(x), isThere, withoutZones(excludeZones)).every);
}

const twinPage = defineList<'title'>({ sort: { title: sql`lower(${twin.title})` } });

export function findTwinsInCell(
  db: Db,
  condition: SQL,
  query: { x: Range; y: Range; excludeZones: boolean; offset: number; limit: number },
) {
  const found = seenFrom(viewedTwins, condition).where(
    isNotNull(x),
    inRanges({ x: [query.x], y: query.y }),
    withoutZones(query.excludeZones),
  );
  return twinPage(db, found, { ...query, sort: 'title' }, (ids) =>
    readTwins(db, sql`from ${viewedTwins.tables} where ${inArray(twin.id, ids)}`),
  );
}

interface MarkedState {
  id: number;
  twinId: number;
  key: string;
  title: string;
  unit: string;
  decimals: number | null;
}

export interface MarkerValue extends Omit<MarkedState, 'id'>, Pick<Newest, 'value' | 'status'> {}

/** Newest values of states, in the order of the twin. `condition` is over `stateView`, twins and scopes. */
export async function findMarkerValues(
  db: Db,
  twinIds: number[],
  keys: readonly string[],
  condition: SQL,
): Promise<MarkerValue[]> {
  const { every } = seenFrom(viewedTwins, condition)
    .join(sql`inner join ${stateView} on ${stateView.twinId} = ${twin.id}`)
    .where(
      inArray(stateView.twinId, twinIds),
      inArray(
        sql`lower(${stateView.key})`,
        keys.map((key) => key.toLowerCase()),
      ),
    );
  const { rows } = await db.execute<MarkedState & Record<string, unknown>>(sql`
    select ${stateView.id} as id, ${stateView.twinId} as "twinId", ${stateView.key} as key, ${stateView.title} as title,
      ${stateView.unit} as unit, (${stateView.visualisation} ->> 'decimals')::int as decimals
    ${every} order by ${stateView.twinId}, ${stateView.position}, ${stateView.id}`);
  return (await withNewest(db, rows)).map(({ twinId, key, title, unit, value, decimals, status }) => ({
    ...{ twinId, key, title, unit, value, decimals, status },
  }));
}
