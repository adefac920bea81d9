import { statuses } from '@stellwerk/contract/twin';
import {
  type Cluster,
  type GeoMeta,
  type MapArea,
  type MapContent,
  type MapTwin,
  maxMapItems,
} from '@stellwerk/contract/twin-map';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { mercatorOf } from '../twins/index.ts';
import { type AreaQuery, type FoundArea, findAreas } from './area.store.ts';
import { type Box, cellRanges, clusterIdOf, type Grid, gridAt, placeOf, rangesOf, readClusterId } from './grid.ts';
import {
  type Extent,
  findAreaExtent,
  findCountedExtent,
  findExtent,
  findFloors,
  type MetaQuery,
} from './meta.store.ts';
import {
  type FoundCell,
  type FoundTwin,
  findCells,
  findCountedCells,
  findMarkerValues,
  findTwinsAt,
  findTwinsInCell,
} from './twin-map.store.ts';

export interface MapFilter {
  excludeZones: boolean;
  hideStatelessPolygons: boolean;
  stateKeys?: readonly string[] | undefined;
  /** The values that the caller may see: a condition over `stateView`, twins and scopes. */
  seesValues: SQL;
  /** The condition uses only scope, account, category, type and disabled of a twin; see findCountedCells. */
  isCountable?: boolean;
}

export interface MapQuery extends MapFilter, Box {
  zoom: number;
  clusterDistance: number;
}

/** Areas whose longer side is shorter look the same as their marker. */
const minAreaPixels = 3;
const unitsPerPixel = (zoom: number) => 2 ** (21 - zoom);
/** Up to this many twins the bounds are exact, above this number to squares of about five kilometres. */
const exactBoundsLimit = 20_000;
const boundsLevel = 8;

const statusOf = (status: number) => statuses[status] ?? 'unknown';

function cornersOf({ north, east, south, west }: Box) {
  const upper = mercatorOf(north, west);
  const lower = mercatorOf(south, east);
  return { x: { from: upper.x, to: lower.x }, y: { from: upper.y, to: lower.y } };
}

const toCluster = (grid: Grid, cell: FoundCell): Cluster => ({
  id: clusterIdOf(grid, cell),
  count: cell.count,
  status: statusOf(cell.status),
  ...placeOf(cell.x, cell.y),
});

async function withValues(db: Db, found: FoundTwin[], { stateKeys, seesValues }: MapFilter): Promise<MapTwin[]> {
  const ids = found.map(({ id }) => id);
  const isPlain = !stateKeys || stateKeys.length === 0 || ids.length === 0;
  const values = isPlain ? [] : await findMarkerValues(db, ids, stateKeys, seesValues);
  const byTwin = Map.groupBy(values, ({ twinId }) => twinId);
  return found.map((twin) => ({
    ...twin,
    status: statusOf(twin.status),
    values: (byTwin.get(twin.id) ?? []).map(({ twinId: _, value, status, ...rest }) => ({
      ...rest,
      // jsonb holds nothing else.
      value: (value ?? null) as MapTwin['values'][number]['value'],
      status: statusOf(status),
    })),
  }));
}

const toAreas = (rows: readonly FoundArea[]): MapArea[] =>
  rows.slice(0, maxMapItems).map(({ status, ...rest }) => ({ ...rest, status: statusOf(status) }));

/** The content of a map in a box. `condition` is over `viewedTwins`. */
export async function readMap(db: Db, condition: SQL, query: MapQuery): Promise<MapContent> {
  const { excludeZones, zoom } = query;
  const grid = gridAt(zoom, query.clusterDistance);
  const corners = cornersOf(query);
  const cellQuery = { grid, ranges: rangesOf(corners, grid), excludeZones };
  const areaQuery: AreaQuery = {
    x: cellQuery.ranges.x,
    y: corners.y,
    minExtent: minAreaPixels * unitsPerPixel(zoom),
    excludeZones,
    hideStateless: query.hideStatelessPolygons,
  };
  const counted = query.isCountable ? findCountedCells(db, condition, cellQuery) : undefined;
  const cells = (await counted) ?? (await findCells(db, condition, cellQuery));
  const shown = cells.slice(0, maxMapItems);
  const lonely = shown.filter(({ count }) => count === 1);
  const single = await findTwinsAt(db, condition, lonely, excludeZones);
  const areas = await findAreas(db, condition, areaQuery);
  return {
    clusters: shown.filter(({ count }) => count > 1).map((cell) => toCluster(grid, cell)),
    twins: await withValues(db, single, query),
    areas: toAreas(areas),
    isCut: cells.length > maxMapItems || areas.length > maxMapItems,
  };
}

/** The twins of a cluster by title, with the same condition as the cluster itself. */
export async function readCluster(
  db: Db,
  condition: SQL,
  id: string,
  query: MapFilter & { offset: number; limit: number },
) {
  const { grid, cell } = readClusterId(id);
  const { excludeZones, offset, limit } = query;
  const page = { ...cellRanges(grid, cell), excludeZones, offset, limit };
  const { rows, ...total } = await findTwinsInCell(db, condition, page);
  return { data: await withValues(db, rows, query), ...total, offset, limit };
}

const isFilled = (extent: Extent): extent is { [name in keyof Extent]: number } => extent.minX !== null;

function boundsOf(extents: Extent[]): GeoMeta['bounds'] {
  const filled = extents.filter(isFilled);
  if (filled.length === 0) return null;
  const upper = placeOf(Math.min(...filled.map(({ minX }) => minX)), Math.min(...filled.map(({ minY }) => minY)));
  const lower = placeOf(Math.max(...filled.map(({ maxX }) => maxX)), Math.max(...filled.map(({ maxY }) => maxY)));
  return { north: upper.latitude, west: upper.longitude, south: lower.latitude, east: lower.longitude };
}

async function extentOf(db: Db, condition: SQL, query: MetaQuery, isCountable: boolean): Promise<Extent> {
  if (isCountable) {
    const { count } = await findCountedExtent(db, condition, 0, query);
    if (count > exactBoundsLimit) return findCountedExtent(db, condition, boundsLevel, query);
  }
  return findExtent(db, condition, query);
}

/** The number of twins with a place, their bounds, and the floors with a plan. */
export async function readMeta(
  db: Db,
  condition: SQL,
  query: Pick<MapFilter, 'excludeZones' | 'hideStatelessPolygons' | 'isCountable'>,
): Promise<GeoMeta> {
  const metaQuery = { excludeZones: query.excludeZones, hideStateless: query.hideStatelessPolygons };
  const extent = await extentOf(db, condition, metaQuery, query.isCountable ?? false);
  const areas = await findAreaExtent(db, condition, metaQuery);
  return {
    count: extent.count,
    bounds: boundsOf([extent, areas]),
    floors: await findFloors(db, condition),
  };
}
