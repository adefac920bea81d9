import { describe, expect, it } from 'vitest';
import { labelPoint } from './label-point.ts';

const square = (x: number, y: number, side: number) => [
  [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ],
];

describe('labelPoint', () => {
  it('is in the middle of the largest part', () => {
    const place = labelPoint({ type: 'MultiPolygon', coordinates: [square(50, 50, 1), square(0, 0, 10)] });
    expect(place).toEqual({ coordinates: [5, 5], size: 100 });
  });

  it('accepts a single polygon', () => {
    expect(labelPoint({ type: 'Polygon', coordinates: square(-2, -2, 4) })).toEqual({ coordinates: [0, 0], size: 16 });
  });

  it('has no position without an area', () => {
    expect(labelPoint(null)).toBeUndefined();
    expect(labelPoint({ type: 'Point', coordinates: [1, 2] })).toBeUndefined();
    expect(
      labelPoint({
        type: 'Polygon',
        coordinates: [
          [
            [3, 4],
            [3, 4],
          ],
        ],
      }),
    ).toEqual({ coordinates: [3, 4], size: 0 });
  });
});
