import type { GeoPolygon } from '@stellwerk/contract/geo';
import type { TwinType } from '@stellwerk/contract/twin';
import { maxMapItems } from '@stellwerk/contract/twin-map';
import { isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { seenFrom } from '../../platform/tenancy/scoped-from.ts';
import { viewedTwins } from '../twins/index.ts';
import type { Range } from './grid.ts';
import { hasState, twin, withoutZones } from './twin-map.store.ts';

export interface AreaQuery {
  x: Range[];
  y: Range;
  /** Smaller areas would not be visible. */
  minExtent: number;
  excludeZones: boolean;
  hideStateless: boolean;
}

export interface FoundArea {
  twinId: number;
  title: string;
  type: TwinType;
  status: number;
  polygon: GeoPolygon;
  latitude: number | null;
  longitude: number | null;
}

export const areaBox = sql`twin_area(${twin.geoPolygon}, ${twin.latitude}, ${twin.longitude})`;
const areaExtent = sql`twin_area_extent(${twin.geoPolygon}, ${twin.latitude}, ${twin.longitude})`;

/** The largest areas first. One more than a map can show, which tells the caller that some were left out. */
export async function findAreas(db: Db, condition: SQL, query: AreaQuery): Promise<FoundArea[]> {
  const touches = query.x.map(
    (range) => sql`${areaBox} && box(point(${range.from}, ${query.y.from}), point(${range.to}, ${query.y.to}))`,
  );
  const { every } = seenFrom(viewedTwins, condition).where(
    isNotNull(twin.geoPolygon),
    or(...touches),
    sql`${areaExtent} >= ${query.minExtent}`,
    withoutZones(query.excludeZones),
    query.hideStateless ? hasState : undefined,
  );
  const { rows } = await db.execute<FoundArea & Record<string, unknown>>(sql`
    select ${twin.id} as "twinId", ${twin.title} as title, ${twin.type} as type,
      ${twin.status} as status, ${twin.geoPolygon} as polygon, ${twin.latitude} as latitude,
      ${twin.longitude} as longitude
    ${every} order by ${areaExtent} desc, ${twin.id} limit ${maxMapItems + 1}`);
  return rows;
}
