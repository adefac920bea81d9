import { and, asc, eq, gte, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { totalOf } from '../../platform/db/page.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { states } from '../states/index.ts';
import { twinFiles, twinPositions, twins } from '../twins/index.ts';
import { twinCells } from './twin-cell.table.ts';

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
const withoutZones = (excludeZones: boolean) => (excludeZones ? ne(twins.type, 'zone') : undefined);
const join = eq(scopes.id, twins.scopeId);

async function extentOf(db: Db, query: SQL): Promise<Extent> {
  const { rows } = await db.execute<Extent & Record<string, unknown>>(query);
  return rows[0] ?? { count: 0, minX: null, minY: null, maxX: null, maxY: null };
}

export const findExtent = (db: Db, condition: SQL, { excludeZones }: MetaQuery): Promise<Extent> =>
  extentOf(
    db,
    sql`select count(*)::int as count, min(${twins.x}) as "minX", min(${twins.y}) as "minY",
          max(${twins.x}) as "maxX", max(${twins.y}) as "maxY"
        from ${twins} join ${scopes} on ${join}
        where ${and(isNotNull(twins.x), withoutZones(excludeZones), condition)}`,
  );

/** From the squares of a level, and as exact as they are. The condition is one that fits them: see findCountedCells. */
export const findCountedExtent = (db: Db, condition: SQL, level: number, query: MetaQuery): Promise<Extent> =>
  extentOf(
    db,
    sql`select coalesce(sum(count), 0)::int as count,
          min(cell_x)::bigint << ${25 - level}::int as "minX", min(cell_y)::bigint << ${25 - level}::int as "minY",
          (max(cell_x) + 1)::bigint << ${25 - level}::int as "maxX", (max(cell_y) + 1)::bigint << ${25 - level}::int as "maxY"
        from (
          select twins.cell_x, twins.cell_y, sum(twins.count) as count
          from ${twinCells} as twins join ${scopes} on ${join}
          where ${and(sql`twins.level = ${level}`, withoutZones(query.excludeZones), condition)}
          group by 1, 2 having sum(twins.count) > 0
        ) as squares`,
  );

const area = sql`twin_area(${twins.geoPolygon}, ${twins.latitude}, ${twins.longitude})`;

/** Areas of twins that have no place of their own. */
export const findAreaExtent = (db: Db, condition: SQL, query: MetaQuery): Promise<Extent> => {
  const hasState = sql`exists (select 1 from ${states} where ${states.twinId} = ${twins.id})`;
  return extentOf(
    db,
    sql`select count(*)::int as count, min((area[1])[0]) as "minX", min((area[1])[1]) as "minY",
          max((area[0])[0]) as "maxX", max((area[0])[1]) as "maxY"
        from (
          select ${area} as area from ${twins} join ${scopes} on ${join}
          where ${and(
            isNotNull(twins.geoPolygon),
            isNull(twins.x),
            withoutZones(query.excludeZones),
            query.hideStateless ? hasState : undefined,
            condition,
          )}
        ) as areas where area is not null`,
  );
};

/** Those that can be shown from the inside, from the lowest up. */
export function findFloors(db: Db, condition: SQL) {
  const image = and(eq(twinFiles.twinId, twins.id), eq(twinFiles.kind, 'overlay'));
  return db
    .select({ twinId: twins.id, title: twins.title, floorNumber: twins.floorNumber, bounds: twins.overlayBounds })
    .from(twins)
    .innerJoin(scopes, join)
    .innerJoin(twinFiles, image)
    .where(and(eq(twins.type, 'floor'), isNotNull(twins.overlayBounds), condition))
    .orderBy(asc(twins.floorNumber), asc(twins.title), asc(twins.id))
    .limit(maxFloors);
}

export async function findPositions(
  db: Db,
  query: { twinId: number; from: Date; to: Date; offset: number; limit: number },
) {
  const { twinId, from, to, offset, limit } = query;
  const where = and(eq(twinPositions.twinId, twinId), gte(twinPositions.at, from), lt(twinPositions.at, to));
  const rows = await db.select().from(twinPositions).where(where).orderBy(twinPositions.at).offset(offset).limit(limit);
  const every = db.select({ at: twinPositions.at }).from(twinPositions).where(where);
  return { rows, ...(await totalOf(db, every)) };
}
