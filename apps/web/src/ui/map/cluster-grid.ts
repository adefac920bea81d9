import type { Status } from '../status/StatusChip.tsx';
import type { Bounds } from './map-position.ts';
import type { MapObject, MapViewport } from './map-types.ts';

export interface GridPoint {
  id: number;
  longitude: number;
  latitude: number;
  status: Status;
  label: string;
  /** Instead of that of its status; see `MapObject`. */
  colour?: string | undefined;
}

/** Points with their places on the map's own plane, where the world is 1 wide and 1 high. */
export interface PointGrid {
  points: readonly GridPoint[];
  x: Float64Array;
  y: Float64Array;
}

/** At zoom 0 the world is this wide. */
const worldPx = 512;
/** As large as the largest disc and some room around it. */
const cellPx = 80;
/** Discs whose middles are nearer than this hide one another. */
const leastDistancePx = 52;
/** How much is prepared on each side of what is in view, as a share of it: one sees it while dragging. */
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

/** A colour that is a status counts as that; others leave the point as bad as its status says. */
function weightOf({ status, colour }: GridPoint): number {
  const word = colour !== undefined && isStatus(colour) ? colour : status;
  // Of two that are as bad, the one that a rule has coloured is what people look for.
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
  /** Cells that it has taken in; itself included. */
  keys: number[];
}

interface Window {
  cellSize: number;
  left: number;
  width: number;
  top: number;
  bottom: number;
}

/** Half steps of the zoom share their cells, which lie still while one moves: what is on the map does not dance. */
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

function takeIn(cell: Cell, other: Cell): void {
  cell.count += other.count;
  cell.sumX += other.sumX;
  cell.sumY += other.sumY;
  cell.keys.push(...other.keys);
  if (other.weight > cell.weight) {
    cell.worst = other.worst;
    cell.weight = other.weight;
  }
}

/** Large ones take in neighbours that they would hide, so that every marker can be read and pressed. */
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
        takeIn(cell, other);
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

/** What is in view and a little more, near points as one; objects that did not change stay the same. */
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

/** Whether no zoom parts them. */
export const isOneSpot = ([west, south, east, north]: Bounds): boolean =>
  east - west <= sameSpotDegrees && north - south <= sameSpotDegrees;
