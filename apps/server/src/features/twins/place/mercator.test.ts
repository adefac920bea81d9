import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mercatorOf } from './mercator.ts';

const world = 2 ** 30;

describe('mercatorOf', () => {
  it.each([
    [0, 0, world / 2, world / 2],
    [0, -180, 0, world / 2],
    [0, 180, world - 1, world / 2],
  ])('places %d, %d', (latitude, longitude, x, y) => {
    expect(mercatorOf(latitude, longitude)).toEqual({ x, y });
  });

  it('agrees with the numbering of map tiles', () => {
    // Tile 551/342 at zoom 10, by y = (1 - asinh(tan(latitude)) / pi) / 2.
    const { x, y } = mercatorOf(51.05, 13.74);
    expect([x >> 20, y >> 20]).toEqual([551, 342]);
  });

  it('cuts off the poles and stays inside of the world', () => {
    expect(mercatorOf(90, 0)).toEqual(mercatorOf(85.0511, 0));
    expect(mercatorOf(-90, 0)).toEqual(mercatorOf(-85.0511, 0));
    const latitude = fc.double({ min: -90, max: 90, noNaN: true });
    const longitude = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, (north, east) => {
        const { x, y } = mercatorOf(north, east);
        for (const unit of [x, y]) expect(Number.isInteger(unit) && unit >= 0 && unit < world).toBe(true);
      }),
    );
  });
});
