import type { Position } from '@stellwerk/contract/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metersBetween, type Place, placementIn, type Zone } from './area.ts';

const polygon = (points: Position[]): Zone => ({
  id: 1,
  title: 'Yard',
  polygon: { kind: 'polygon', points },
  latitude: null,
  longitude: null,
});
const circle = (radiusMeters: number, latitude: number | null, longitude: number | null): Zone => ({
  ...polygon([]),
  polygon: { kind: 'circle', radiusMeters },
  latitude,
  longitude,
});
const box = (west: number, south: number, east: number, north: number): Zone =>
  polygon([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]);
const place = (longitude: number, latitude: number): Place => ({ longitude, latitude });
const isInside = (zone: Zone, longitude: number, latitude: number) =>
  placementIn(zone, place(longitude, latitude))?.isInside;
const distance = (zone: Zone, at: Place) => placementIn(zone, at)?.distanceMeters ?? Number.NaN;

/** Brute force: tries some thousand places along each edge. */
function slowDistance(points: readonly Position[], at: Place): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [index, from] of points.entries()) {
    const to = points[(index + 1) % points.length] ?? from;
    for (let step = 0; step <= 2_000; step += 1) {
      const share = step / 2_000;
      const on = place(from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]));
      least = Math.min(least, metersBetween(on, at));
    }
  }
  return least;
}

describe('drawn areas', () => {
  const bent = polygon([
    [8, 49],
    [8.4, 49],
    [8.4, 49.2],
    [8.2, 49.1],
    [8, 49.2],
  ]);

  it('hold what lies inside and on their border', () => {
    expect([isInside(bent, 8.2, 49.05), isInside(bent, 8.2, 49.15), isInside(bent, 7.99, 49.05)]).toEqual([
      true,
      false,
      false,
    ]);
    // Corners, the middle of straight and of slanted edges.
    for (const [longitude, latitude] of [
      [8, 49],
      [8.2, 49.1],
      [8.4, 49.2],
      [8.2, 49],
      [8.4, 49.1],
      [8.3, 49.15],
      [8.1, 49.15],
    ] as const) {
      expect(placementIn(bent, place(longitude, latitude))).toEqual({ isInside: true, distanceMeters: 0 });
    }
    expect(isInside(bent, 8.2, 49 - 1e-6)).toBe(false);
  });

  it('may lie on both sides of the 180th meridian', () => {
    const fiji = box(179, -18, -179, -16);
    expect([179.5, -179.5, 180, -180].map((longitude) => isInside(fiji, longitude, -17))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([178.9, -178.9, 0].map((longitude) => isInside(fiji, longitude, -17))).toEqual([false, false, false]);
    expect(distance(fiji, place(178, -17))).toBeCloseTo(metersBetween(place(178, -17), place(179, -17)), -2);
    expect(distance(box(170, 0, 179.9, 1), place(-179.9, 0.5))).toBeLessThan(25_000);
  });

  it('are as far away as their nearest border, within half a per cent', () => {
    const corner = fc.tuple(
      fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      fc.double({ min: -0.3, max: 0.3, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(corner, { minLength: 3, maxLength: 6 }),
        fc.double({ min: -75, max: 75, noNaN: true }),
        corner,
        (corners, latitude, [east, north]) => {
          const points = corners.map(([x, y]): Position => [10 + x, latitude + y]);
          const at = place(10 + 2 * east, latitude + 2 * north);
          const found = distance(polygon(points), at);
          if (found === 0) return;
          const wanted = slowDistance(points, at);
          expect(Math.abs(found - wanted)).toBeLessThanOrEqual(wanted * 0.005 + 20);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('circles', () => {
  it('lie round the place of their twin, border included', () => {
    const zone = circle(1_000, 49, 8.4);
    const metersPerDegree = metersBetween(place(0, 0), place(0, 1));
    expect(metersPerDegree).toBeCloseTo(111_195, 0);
    const north = (meters: number) => place(8.4, 49 + meters / metersPerDegree);
    expect(placementIn(zone, north(999.99))).toEqual({ isInside: true, distanceMeters: 0 });
    expect(placementIn(zone, north(1_000.01))?.isInside).toBe(false);
    expect(distance(zone, north(3_500))).toBeCloseTo(2_500, 3);
    expect(isInside(circle(100_000, 0, 180), -179.9, 0)).toBe(true);
  });
});

it('nothing is inside or outside of what has no area', () => {
  expect(placementIn({ ...box(0, 0, 1, 1), polygon: null }, place(0.5, 0.5))).toBeUndefined();
  expect(placementIn(circle(10, null, null), place(0, 0))).toBeUndefined();
});
