import { maxMapItems } from '@stellwerk/contract/twin-map';
import { and, desc, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';
import type { Range } from './grid.ts';

export interface AreaQuery {
  x: Range[];
  y: Range;
  /** Smaller ones could not be seen. */
  minExtent: number;
  excludeZones: boolean;
  hideStateless: boolean;
}

const areaBox = sql`twin_area(${twins.geoPolygon}, ${twins.latitude}, ${twins.longitude})`;
const areaExtent = sql`twin_area_extent(${twins.geoPolygon}, ${twins.latitude}, ${twins.longitude})`;
const hasState = sql`exists (select 1 from ${states} where ${states.twinId} = ${twins.id})`;

/** The largest first; one more than a map can carry tells that some were left out. */
export function findAreas(db: Db, condition: SQL, query: AreaQuery) {
  const touches = query.x.map(
    (range) => sql`${areaBox} && box(point(${range.from}, ${query.y.from}), point(${range.to}, ${query.y.to}))`,
  );
  return db
    .select({
      twinId: twins.id,
      title: twins.title,
      type: twins.type,
      status: twins.status,
      polygon: twins.geoPolygon,
      latitude: twins.latitude,
      longitude: twins.longitude,
    })
    .from(twins)
    .innerJoin(scopes, eq(scopes.id, twins.scopeId))
    .where(
      and(
        isNotNull(twins.geoPolygon),
        or(...touches),
        sql`${areaExtent} >= ${query.minExtent}`,
        query.excludeZones ? ne(twins.type, 'zone') : undefined,
        query.hideStateless ? hasState : undefined,
        condition,
      ),
    )
    .orderBy(desc(areaExtent), twins.id)
    .limit(maxMapItems + 1);
}
