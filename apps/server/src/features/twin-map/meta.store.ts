import { and, asc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { totalOf } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { checkedFrom, seenFrom } from '../../platform/tenancy/scoped-from.ts';
import { twinFileView, twinPositionView, viewedTwins } from '../twins/index.ts';
import { areaBox } from './area.store.ts';
import { twinCells } from './twin-cell.table.ts';
import { hasState, squareWithoutZones, twin, withoutZones } from './twin-map.store.ts';

/** In units of the grid. */
export interface Extent {
  count: number;
  minX: number | null;
  minY: number | null;
  maxX: number | null;
  maxY: number | null;
}

export interface MetaQuery {
  excludeZones: boolean;
  hideStateless: boolean;
}

const maxFloors = 500;

async function extentOf(db: Db, query: SQL): Promise<Extent> {
  const { rows } = await db.execute<Extent & Record<string, unknown>>(query);
  return rows[0] ?? { count: 0, minX: null, minY: null, maxX: null, maxY: null };
}

export function findExtent(db: Db, condition: SQL, { excludeZones }: MetaQuery): Promise<Extent> {
  const { every } = seenFrom(viewedTwins, condition).where(isNotNull(twin.x), withoutZones(excludeZones));
  return extentOf(
    db,
    sql`select count(*)::int as count, min(${twin.x}) as "minX", min(${twin.y}) as "minY",
          max(${twin.x}) as "maxX", max(${twin.y}) as "maxY" ${every}`,
  );
}

/** The extent of the counted squares of a level, exact to one square. See findCountedCells for the condition. */
export const findCountedExtent = (db: Db, condition: SQL, level: number, query: MetaQuery): Promise<Extent> =>
  extentOf(
    db,
    sql`select coalesce(sum(count), 0)::int as count,
          min(cell_x)::bigint << ${25 - level}::int as "minX", min(cell_y)::bigint << ${25 - level}::int as "minY",
          (max(cell_x) + 1)::bigint << ${25 - level}::int as "maxX", (max(cell_y) + 1)::bigint << ${25 - level}::int as "maxY"
        from (
          select twins.cell_x, twins.cell_y, sum(twins.count) as count
          from ${twinCells} as twins join ${scopes} on ${scopes.id} = twins.scope_id
          where ${and(sql`twins.level = ${level}`, squareWithoutZones(query.excludeZones), condition)}
          group by 1, 2 having sum(twins.count) > 0
        ) as squares`,
  );

/** The extent of the areas of twins without a place of their own. */
export function findAreaExtent(db: Db, condition: SQL, query: MetaQuery): Promise<Extent> {
  const { every } = seenFrom(viewedTwins, condition).where(
    isNotNull(twin.geoPolygon),
    isNull(twin.x),
    withoutZones(query.excludeZones),
    query.hideStateless ? hasState : undefined,
  );
  return extentOf(
    db,
    sql`select count(*)::int as count, min((area[1])[0]) as "minX", min((area[1])[1]) as "minY",
          max((area[0])[0]) as "maxX", max((area[0])[1]) as "maxY"
        from (select ${areaBox} as area ${every}) as areas where area is not null`,
  );
}

export interface FoundFloor {
  twinId: number;
  title: string;
  floorNumber: number | null;
  bounds: { north: number; east: number; south: number; west: number };
}

/** The floors with a plan, from the lowest up. */
export async function findFloors(db: Db, condition: SQL): Promise<FoundFloor[]> {
  const { every } = seenFrom(viewedTwins, condition)
    .join(sql`inner join ${twinFileView} on ${twinFileView.twinId} = ${twin.id}`)
    .where(eq(twinFileView.kind, 'overlay'), eq(twin.type, 'floor'), isNotNull(twin.overlayBounds));
  const { rows } = await db.execute<FoundFloor & Record<string, unknown>>(sql`
    select ${twin.id} as "twinId", ${twin.title} as title, ${twin.floorNumber} as "floorNumber",
      ${twin.overlayBounds} as bounds
    ${every} order by ${twin.floorNumber}, ${twin.title}, ${twin.id} limit ${maxFloors}`);
  return rows;
}

export async function findPositions(
  db: Db,
  query: { twinId: number; from: Date; to: Date; offset: number; limit: number },
) {
  const { at, twinId } = twinPositionView;
  const isOfTwin = eq(twinId, query.twinId);
  const isWithin = and(gte(at, query.from), lt(at, query.to));
  const rows = await db
    .select()
    .from(twinPositionView)
    .where(and(isOfTwin, isWithin))
    .orderBy(asc(at))
    .offset(query.offset)
    .limit(query.limit);
  const every = checkedFrom(at, sql`${twinPositionView}`, isOfTwin).where(isWithin);
  return { rows, ...(await totalOf(db, every)) };
}
