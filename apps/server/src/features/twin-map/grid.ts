/** `twins.x` and `twins.y` span a world of 2^30 units; at zoom 0 it has 512 pixels, as in MapLibre. */
const worldUnits = 2 ** 30;
/** Width of the smallest counted squares, in pixels at their zoom: 2^25 units at zoom 0. */
const squarePixels = 16;
const squareUnitsAtZoom0 = 2 ** 25;
/** Every second zoom up to this one has counted squares in `twin_cells`; above it few twins are in view. */
const finestLevel = 14;

export interface Place {
  latitude: number;
  longitude: number;
}

export interface Box {
  north: number;
  east: number;
  south: number;
  west: number;
}

/** Inverse of `mercatorOf`. */
export function placeOf(x: number, y: number): Place {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / worldUnits))) * 180) / Math.PI;
  return { latitude, longitude: (x / worldUnits) * 360 - 180 };
}

export interface Grid {
  zoom: number;
  distance: number;
  /** Width of a cluster cell in units: the number of whole squares nearest to the distance. */
  cellUnits: number;
}

/** Clusters don't change between two whole zooms, so that they don't move while the user zooms. */
export function gridAt(zoom: number, distance: number): Grid {
  const whole = Math.floor(zoom);
  const squares = Math.max(1, Math.round(distance / squarePixels));
  return { zoom: whole, distance, cellUnits: squares * (squareUnitsAtZoom0 / 2 ** whole) };
}

/** The counted squares that the cells of a grid consist of, if any. */
export function levelOf({ zoom }: Grid): { level: number; shift: number } | undefined {
  const level = zoom % 2 === 0 ? zoom : zoom + 1;
  return level > finestLevel ? undefined : { level, shift: 25 - level };
}

export interface Range {
  from: number;
  to: number;
}

/** From the edge of the first cell to that of the last one; `to` is exclusive. */
const wholeCells = (from: number, to: number, { cellUnits }: Grid): Range => ({
  from: Math.floor(from / cellUnits) * cellUnits,
  to: (Math.floor(to / cellUnits) + 1) * cellUnits,
});

/** Whole cells around a box, so that clusters at its edge don't depend on its position. */
export function rangesOf(corners: { x: Range; y: Range }, grid: Grid): { x: Range[]; y: Range } {
  const { x, y } = corners;
  const across = x.from > x.to;
  return {
    x: across
      ? [wholeCells(x.from, worldUnits - 1, grid), wholeCells(0, x.to, grid)]
      : [wholeCells(x.from, x.to, grid)],
    y: wholeCells(y.from, y.to, grid),
  };
}

export interface Cell {
  column: number;
  row: number;
}

export const clusterIdOf = ({ zoom, distance }: Grid, { column, row }: Cell): string =>
  `${zoom}_${distance}_${column}_${row}`;

/** The contract's pattern has validated the id. */
export function readClusterId(id: string): { grid: Grid; cell: Cell } {
  const [zoom = 0, distance = 0, column = 0, row = 0] = id.split('_').map(Number);
  return { grid: gridAt(zoom, distance), cell: { column, row } };
}

export const cellRanges = ({ cellUnits }: Grid, { column, row }: Cell): { x: Range; y: Range } => ({
  x: { from: column * cellUnits, to: (column + 1) * cellUnits },
  y: { from: row * cellUnits, to: (row + 1) * cellUnits },
});
