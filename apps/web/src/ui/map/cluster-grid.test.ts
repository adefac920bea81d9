import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clustered, type GridPoint, gridOf, isOneSpot, mercatorX, mercatorY } from './cluster-grid.ts';
import type { MapViewport } from './map-types.ts';

const point = (id: number, longitude: number, latitude: number, rest: Partial<GridPoint> = {}): GridPoint => ({
  id,
  longitude,
  latitude,
  status: 'ok',
  label: `Twin ${id}`,
  ...rest,
});
const world: MapViewport = { west: -180, east: 180, south: -85, north: 85, zoom: 1 };
const around = (longitude: number, latitude: number, zoom: number): MapViewport => {
  const half = 180 / 2 ** zoom;
  return {
    west: longitude - half,
    east: longitude + half,
    south: latitude - half / 2,
    north: latitude + half / 2,
    zoom,
  };
};

describe('mercator', () => {
  it('maps the middle of the world to the middle of the plane', () => {
    expect([mercatorX(0), mercatorY(0)]).toEqual([0.5, 0.5]);
    expect(mercatorY(85.0511)).toBeCloseTo(0, 5);
    expect(mercatorY(90)).toBe(mercatorY(85.0511));
  });
});

describe('clustered', () => {
  it('joins near points and leaves others alone', () => {
    const points = [point(1, 8.4, 49), point(2, 8.4001, 49), point(3, 100, 10)];
    const { objects } = clustered(gridOf(points), world);
    expect(objects.map(({ count = 1 }) => count).sort()).toEqual([1, 2]);
    expect(objects.find(({ id }) => id === 3)).toMatchObject({ label: 'Twin 3', longitude: 100, latitude: 10 });
  });

  it('separates them at a higher zoom', () => {
    const points = [point(1, 8.4, 49), point(2, 8.41, 49)];
    expect(clustered(gridOf(points), around(8.4, 49, 4)).objects).toHaveLength(1);
    expect(clustered(gridOf(points), around(8.4, 49, 14)).objects.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('omits points far outside the view', () => {
    const points = [point(1, 8.4, 49), point(2, 9.4, 49)];
    expect(clustered(gridOf(points), around(8.4, 49, 14)).objects.map(({ id }) => id)).toEqual([1]);
  });

  it('shows both sides of the date line', () => {
    const points = [point(1, 179.9, 0), point(2, -179.9, 20), point(3, 0, 0)];
    const view: MapViewport = { west: 170, east: 190, south: -30, north: 30, zoom: 5 };
    expect(
      clustered(gridOf(points), view)
        .objects.map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2]);
  });

  it('shows the worst status of a cluster', () => {
    const points = [point(1, 0, 0), point(2, 0, 0, { status: 'error' }), point(3, 0, 0, { status: 'warning' })];
    expect(clustered(gridOf(points), world).objects).toMatchObject([{ count: 3, status: 'error', colour: undefined }]);
  });

  it('reads a colour that is a status as that status, and keeps other colours of the worst point', () => {
    const grey = point(1, 0, 0, { status: 'error', colour: 'ok' });
    const named = point(2, 0, 0, { status: 'ok', colour: 'warning' });
    expect(clustered(gridOf([grey, named]), world).objects).toMatchObject([{ status: 'warning', colour: 'warning' }]);
    const violet = point(3, 0, 0, { status: 'ok', colour: '#7a3fd0' });
    expect(clustered(gridOf([point(1, 0, 0), violet]), world).objects).toMatchObject([
      { status: 'ok', colour: '#7a3fd0' },
    ]);
  });

  it('never returns markers that overlap', () => {
    // Two crowds on both sides of a border between cells.
    const border = 8.4375;
    const points = [point(1, border - 0.001, 49), point(2, border + 0.001, 49), point(3, border + 0.0011, 49)];
    for (let zoom = 3; zoom <= 9; zoom += 0.5) {
      expect(clustered(gridOf(points), around(border, 49, zoom)).objects, `zoom ${zoom}`).toHaveLength(1);
    }
  });

  it('knows the members of a cluster', () => {
    const points = [point(1, 0.01, 0.01), point(2, 0.02, 0.01), point(3, -60, 0)];
    const { objects, membersOf } = clustered(gridOf(points), world);
    const cluster = objects.find(({ count }) => count === 2);
    expect(membersOf(cluster?.id ?? '').map(({ id }) => id)).toEqual([1, 2]);
    expect(membersOf(3)).toEqual([]);
  });

  it('keeps objects that did not change', () => {
    const points = [point(1, 0, 0), point(2, 0, 0), point(3, 40, 0), point(4, -40, 0)];
    const before = clustered(gridOf(points), world);
    const changed = points.map((each) => (each.id === 4 ? { ...each, status: 'error' as const } : each));
    const after = clustered(gridOf(changed), world, before);
    const sameIds = after.objects.filter((object) => before.objects.includes(object)).map(({ id }) => id);
    expect(after.objects).toHaveLength(3);
    expect(sameIds).toHaveLength(2);
    expect(sameIds).not.toContain(4);
  });

  it('loses nothing and counts nothing twice, for any positions', () => {
    const places = fc.array(
      fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -89, max: 89, noNaN: true })),
      {
        maxLength: 200,
      },
    );
    fc.assert(
      fc.property(places, fc.double({ min: 0, max: 3, noNaN: true }), (all, zoom) => {
        const points = all.map(([longitude, latitude], index) => point(index + 1, longitude, latitude));
        const { objects, membersOf } = clustered(gridOf(points), { ...world, north: 90, south: -90, zoom });
        const shown = objects.flatMap(({ id, count = 1 }) =>
          count === 1 ? [id] : membersOf(id).map((each) => each.id),
        );
        expect(shown.toSorted((one, other) => Number(one) - Number(other))).toEqual(points.map(({ id }) => id));
        for (const { id, count = 1 } of objects) if (count > 1) expect(membersOf(id)).toHaveLength(count);
      }),
    );
  });
});

describe('isOneSpot', () => {
  it('recognises positions that no zoom separates', () => {
    expect(isOneSpot([8, 49, 8, 49])).toBe(true);
    expect(isOneSpot([8, 49, 8.001, 49])).toBe(false);
  });
});
