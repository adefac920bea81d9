import type { Status } from '../status/StatusChip.tsx';
import type { Bounds } from './map-position.ts';
import type { MapObject, MapViewport } from './map-types.ts';

export interface GridPoint {
  id: number;
  longitude: number;
  latitude: number;
  status: Status;
  label: string;
  /** Replaces the colour of the status; see `MapObject`. */
  colour?: string | undefined;
}

/**
 * Points with their positions on the map's plane, where the world is 1 wide and 1 high. A grid groups the points
 * instead of `supercluster`: that library first builds an index for every zoom level, and has to rebuild it whenever a
 * live status or colour changes. For 10,000 points this takes 260 ms; grouping the visible points takes 5 ms. The grid
 * also keeps unchanged objects, so that React renders changed markers only.
 */
export interface PointGrid {
  points: readonly GridPoint[];
  x: Float64Array;
  y: Float64Array;
}

/** Width of the world at zoom 0. */
const worldPx = 512;
/** The size of the largest disc with some margin. */
const cellPx = 80;
/** Discs with a smaller distance overlap. */
const leastDistancePx = 52;
/** The share of the view that is prepared on each side, because dragging makes it visible. */
const margin = 0.1;
const rowsOfCells = 2 ** 26;
const steepestLatitude = 85.0511;

const severity: Record<Status, number> = { unknown: 0, ok: 1, info: 2, warning: 3, error: 4 };
const isStatus = (colour: string): colour is Status => Object.hasOwn(severity, colour);

export const mercatorX = (longitude: number): number => longitude / 360 + 0.5;

export function mercatorY(latitude: number): number {
  const angle = (Math.max(-steepestLatitude, Math.min(steepestLatitude, latitude)) * Math.PI) / 180;
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI);
}

const longitudeOf = (x: number): number => (x - 0.5) * 360;
const latitudeOf = (y: number): number => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;

export function gridOf(points: readonly GridPoint[]): PointGrid {
  const x = new Float64Array(points.length);
  const y = new Float64Array(points.length);
  points.forEach(({ longitude, latitude }, index) => {
    x[index] = mercatorX(longitude);
    y[index] = mercatorY(latitude);
  });
  return { points, x, y };
}

/** A colour that is a status counts as that status; with other colours the status decides. */
function weightOf({ status, colour }: GridPoint): number {
  const word = colour !== undefined && isStatus(colour) ? colour : status;
  // Among points of the same severity, one that a rule has coloured wins.
  return severity[word] * 2 + (colour === undefined ? 0 : 1);
}

interface Cell {
  key: number;
  column: number;
  row: number;
  count: number;
  sumX: number;
  sumY: number;
  worst: GridPoint;
  weight: number;
  first: GridPoint;
  /** Keys of the merged cells, including its own. */
  keys: number[];
}

interface Window {
  cellSize: number;
  left: number;
  width: number;
  top: number;
  bottom: number;
}

/** Half zoom steps share their cells, so that clusters stay in place while the map moves. */
function windowOf({ west, east, north, south, zoom }: MapViewport): Window {
  const scale = worldPx * 2 ** (Math.floor(zoom * 2) / 2);
  const cellSize = cellPx / scale;
  const widthShare = Math.min(1, (east - west) / 360);
  const heightShare = mercatorY(south) - mercatorY(north);
  return {
    cellSize,
    left: mercatorX(west) - margin * widthShare - cellSize,
    width: Math.min(1, widthShare * (1 + 2 * margin) + 2 * cellSize),
    top: mercatorY(north) - margin * heightShare - cellSize,
    bottom: mercatorY(south) + margin * heightShare + cellSize,
  };
}

const fraction = (value: number) => value - Math.floor(value);

function cellsIn({ points, x, y }: PointGrid, { cellSize, left, width, top, bottom }: Window): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  for (const [index, point] of points.entries()) {
    const pointX = x[index] ?? 0;
    const pointY = y[index] ?? 0;
    // The map repeats itself to the left and to the right.
    if (pointY < top || pointY > bottom || (width < 1 && fraction(pointX - left) > width)) continue;
    const column = Math.floor(pointX / cellSize);
    const row = Math.floor(pointY / cellSize);
    const key = column * rowsOfCells + row;
    const weight = weightOf(point);
    const cell = cells.get(key);
    if (!cell) {
      const keys = [key];
      cells.set(key, {
        key,
        column,
        row,
        count: 1,
        sumX: pointX,
        sumY: pointY,
        worst: point,
        weight,
        first: point,
        keys,
      });
      continue;
    }
    cell.count += 1;
    cell.sumX += pointX;
    cell.sumY += pointY;
    if (weight > cell.weight) {
      cell.worst = point;
      cell.weight = weight;
    }
  }
  return cells;
}

function mergeChildPage(cell: Cell, other: Cell): void {
  cell.count += other.count;
  cell.sumX += other.sumX;
  cell.sumY += other.sumY;
  cell.keys.push(...other.keys);
  if (other.weight > cell.weight) {
    cell.worst = other.worst;
    cell.weight = other.weight;
  }
}

/** Large clusters absorb neighbours that they would hide, so that every marker is readable and clickable. */
function mergedCells(cells: Map<number, Cell>, cellSize: number): Cell[] {
  const least = (cellSize * leastDistancePx) / cellPx;
  const gone = new Set<number>();
  const ordered = [...cells.values()].sort((one, other) => other.count - one.count || one.key - other.key);
  for (const cell of ordered) {
    if (gone.has(cell.key)) continue;
    for (let across = -1; across <= 1; across += 1) {
      for (let down = -1; down <= 1; down += 1) {
        const other = cells.get((cell.column + across) * rowsOfCells + cell.row + down);
        if (!other || other === cell || gone.has(other.key) || other.keys.length > 1) continue;
        const apart = Math.hypot(
          cell.sumX / cell.count - other.sumX / other.count,
          cell.sumY / cell.count - other.sumY / other.count,
        );
        if (apart >= least) continue;
        mergeChildPage(cell, other);
        gone.add(other.key);
      }
    }
  }
  return ordered.filter(({ key }) => !gone.has(key));
}

function objectOf({ count, sumX, sumY, first, worst, key, keys }: Cell, cellSize: number): MapObject {
  if (count === 1) return { ...first };
  const { status, colour } = worst;
  return {
    id: `${cellSize} ${key} ${keys.length}`,
    longitude: longitudeOf(sumX / count),
    latitude: latitudeOf(sumY / count),
    status: colour !== undefined && isStatus(colour) ? colour : status,
    colour,
    label: '',
    count,
  };
}

const isSame = (one: MapObject, other: MapObject) =>
  one.longitude === other.longitude &&
  one.latitude === other.latitude &&
  one.status === other.status &&
  one.colour === other.colour &&
  one.label === other.label &&
  one.count === other.count;

export interface Clustered {
  objects: readonly MapObject[];
  /** The points of a cluster by its id, for as long as it is shown. */
  membersOf: (id: MapObject['id']) => readonly GridPoint[];
}

export const nothingClustered: Clustered = { objects: [], membersOf: () => [] };

/** The points in and near the view, with near points joined; unchanged objects keep their identity. */
export function clustered(grid: PointGrid, viewport: MapViewport, before: Clustered = nothingClustered): Clustered {
  const frame = windowOf(viewport);
  const cells = mergedCells(cellsIn(grid, frame), frame.cellSize);
  const known = new Map(before.objects.map((object) => [object.id, object]));
  const keysOf = new Map<MapObject['id'], ReadonlySet<number>>();
  const objects = cells.map((cell) => {
    const object = objectOf(cell, frame.cellSize);
    if (cell.count > 1) keysOf.set(object.id, new Set(cell.keys));
    const same = known.get(object.id);
    return same && isSame(same, object) ? same : object;
  });
  return {
    objects,
    membersOf(id) {
      const keys = keysOf.get(id);
      if (!keys) return [];
      return grid.points.filter((_, index) => {
        const column = Math.floor((grid.x[index] ?? 0) / frame.cellSize);
        return keys.has(column * rowsOfCells + Math.floor((grid.y[index] ?? 0) / frame.cellSize));
      });
    },
  };
}

/** About a metre. */
const sameSpotDegrees = 0.00001;

/** Whether no zoom separates the points. */
export const isOneSpot = ([west, south, east, north]: Bounds): boolean =>
  east - west <= sameSpotDegrees && north - south <= sameSpotDegrees;
