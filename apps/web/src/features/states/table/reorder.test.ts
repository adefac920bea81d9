import { describe, expect, it } from 'vitest';
import { isSameOrder, moveTo, placeAt } from './reorder.ts';

describe('moveTo', () => {
  it('moves up, down and no further than the ends', () => {
    expect(moveTo([1, 2, 3], 3, 0)).toEqual([3, 1, 2]);
    expect(moveTo([1, 2, 3], 1, 1)).toEqual([2, 1, 3]);
    expect(moveTo([1, 2, 3], 1, 99)).toEqual([2, 3, 1]);
    expect(moveTo([1, 2, 3], 2, -5)).toEqual([2, 1, 3]);
  });
});

describe('isSameOrder', () => {
  it('compares place by place', () => {
    expect(isSameOrder([1, 2], [1, 2])).toBe(true);
    expect(isSameOrder([1, 2], [2, 1])).toBe(false);
    expect(isSameOrder([1, 2], [1])).toBe(false);
  });
});

describe('placeAt', () => {
  const rows = [
    { top: 100, bottom: 140 },
    { top: 140, bottom: 180 },
  ];

  it('finds the row under the pointer, and the ends beyond them', () => {
    expect([20, 110, 139, 141, 500].map((height) => placeAt(height, rows))).toEqual([0, 0, 0, 1, 1]);
  });
});
