import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mercatorOf } from '../twins/index.ts';
import { cellRanges, clusterIdOf, gridAt, levelOf, placeOf, rangesOf, readClusterId } from './grid.ts';

const zooms = fc.double({ min: 0, max: 22, noNaN: true });
const distances = fc.integer({ min: 10, max: 500 });
const units = fc.integer({ min: 0, max: 2 ** 30 - 1 });

describe('placeOf', () => {
  it.each([
    [0, 0],
    [49.0069, 8.4037],
    [-33.86, 151.21],
    [71.17, 25.78],
  ])('leads back to %d, %d', (latitude, longitude) => {
    const { x, y } = mercatorOf(latitude, longitude);
    expect(placeOf(x, y).latitude).toBeCloseTo(latitude, 6);
    expect(placeOf(x, y).longitude).toBeCloseTo(longitude, 6);
  });
});

describe('a grid', () => {
  it('has cells of the distance that was asked for, give or take half a square', () => {
    // 512 pixels to the world at zoom 0, so 2^30 / 512 units a pixel.
    const pixels = (zoom: number, distance: number) => gridAt(zoom, distance).cellUnits / (2 ** 21 / 2 ** zoom);
    expect(pixels(0, 50)).toBe(48);
    expect(pixels(22, 30)).toBe(32);
    fc.assert(fc.property(fc.nat(22), distances, (zoom, distance) => Math.abs(pixels(zoom, distance) - distance) <= 8));
  });

  it('keeps whole squares together, so that counting them gives the same clusters', () => {
    fc.assert(
      fc.property(zooms, distances, units, (zoom, distance, at) => {
        const grid = gridAt(zoom, distance);
        const squares = levelOf(grid);
        if (!squares) return grid.zoom > 14;
        const square = at >> squares.shift;
        const perCell = grid.cellUnits / 2 ** squares.shift;
        return Number.isInteger(perCell) && Math.floor(square / perCell) === Math.floor(at / grid.cellUnits);
      }),
    );
  });

  it('finds a cell again by the id of its cluster', () => {
    fc.assert(
      fc.property(zooms, distances, units, units, (zoom, distance, x, y) => {
        const grid = gridAt(zoom, distance);
        const cell = { column: Math.floor(x / grid.cellUnits), row: Math.floor(y / grid.cellUnits) };
        const read = readClusterId(clusterIdOf(grid, cell));
        const ranges = cellRanges(read.grid, read.cell);
        return ranges.x.from <= x && x < ranges.x.to && ranges.y.from <= y && y < ranges.y.to;
      }),
    );
  });

  it('covers a box with whole cells', () => {
    const grid = gridAt(4, 48);
    const ranges = rangesOf({ x: { from: 1, to: grid.cellUnits }, y: { from: 5, to: 6 } }, grid);
    expect(ranges).toEqual({ x: [{ from: 0, to: 2 * grid.cellUnits }], y: { from: 0, to: grid.cellUnits } });
  });

  it('takes both sides of the 180th meridian', () => {
    const grid = gridAt(4, 48);
    const { x } = rangesOf({ x: { from: 2 ** 30 - 5, to: 5 }, y: { from: 0, to: 1 } }, grid);
    expect(x).toHaveLength(2);
    expect(x[0]?.to).toBeGreaterThanOrEqual(2 ** 30);
    expect(x[1]).toEqual({ from: 0, to: grid.cellUnits });
  });
});
