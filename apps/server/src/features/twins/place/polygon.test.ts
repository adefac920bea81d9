import type { Position } from '@stellwerk/contract/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossesItself } from './polygon.ts';

const crosses = (...points: Position[]) => crossesItself({ kind: 'polygon', points });

describe('an area', () => {
  it.each<[string, Position[], boolean]>([
    [
      'a triangle',
      [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
      false,
    ],
    [
      'a square',
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      false,
    ],
    [
      'an L',
      [
        [0, 0],
        [2, 0],
        [2, 1],
        [1, 1],
        [1, 2],
        [0, 2],
      ],
      false,
    ],
    [
      'a point on an edge of its own',
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [1, 1],
        [0, 2],
      ],
      false,
    ],
    [
      'a bow',
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
      true,
    ],
    [
      'a corner that touches an edge',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
      ],
      true,
    ],
    [
      'a corner used twice',
      [
        [0, 0],
        [2, 0],
        [1, 1],
        [2, 2],
        [0, 2],
        [1, 1],
      ],
      true,
    ],
    [
      'an edge that runs back',
      [
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
      ],
      true,
    ],
    [
      'edges that lie on each other',
      [
        [0, 0],
        [3, 0],
        [3, 1],
        [2, 0],
        [1, 0],
        [0, 1],
      ],
      true,
    ],
    [
      'a line',
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      true,
    ],
    [
      'the same point twice in a row',
      [
        [0, 0],
        [0, 0],
        [1, 0],
        [0, 1],
      ],
      true,
    ],
  ])('%s', (_name, points, expected) => {
    expect(crosses(...points)).toBe(expected);
  });

  it('is judged alike wherever it begins and whichever way it runs', () => {
    const coordinate = fc.integer({ min: -5, max: 5 });
    const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(points, fc.nat(7), (shape, by) => {
        const turned = [...shape.slice(by % shape.length), ...shape.slice(0, by % shape.length)];
        expect(crosses(...turned)).toBe(crosses(...shape));
        expect(crosses(...shape.toReversed())).toBe(crosses(...shape));
      }),
    );
  });

  it('round a centre crosses nothing', () => {
    expect(crossesItself({ kind: 'circle', radiusMeters: 5 })).toBe(false);
  });

  it('drawn round a point by angle never crosses itself', () => {
    const radius = fc.array(fc.double({ min: 1, max: 9, noNaN: true }), { minLength: 3, maxLength: 200 });
    fc.assert(
      fc.property(radius, (radii) => {
        const star = radii.map((length, index): Position => {
          const angle = (index / radii.length) * 2 * Math.PI;
          return [Math.cos(angle) * length, Math.sin(angle) * length];
        });
        expect(crosses(...star)).toBe(false);
      }),
    );
  });
});
