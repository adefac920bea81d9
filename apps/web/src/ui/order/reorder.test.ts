import { describe, expect, it } from 'vitest';
import { inOrder, isSameOrder, moveTo, rowAt, tileAt } from './reorder.ts';

describe('moveTo', () => {
  it('moves up, down and no further than the ends', () => {
    expect(moveTo([1, 2, 3], 3, 0)).toEqual([3, 1, 2]);
    expect(moveTo([1, 2, 3], 1, 1)).toEqual([2, 1, 3]);
    expect(moveTo([1, 2, 3], 1, 99)).toEqual([2, 3, 1]);
    expect(moveTo([1, 2, 3], 2, -5)).toEqual([2, 1, 3]);
  });
});

describe('inOrder', () => {
  it('takes the elements as their ids stand, and passes over those that are not there', () => {
    const elements = [1, 2, 3].map((id) => ({ id }));
    expect(inOrder(elements, [3, 9, 1])).toEqual([{ id: 3 }, { id: 1 }]);
  });
});

describe('isSameOrder', () => {
  it('compares place by place', () => {
    expect(isSameOrder([1, 2], [1, 2])).toBe(true);
    expect(isSameOrder([1, 2], [2, 1])).toBe(false);
    expect(isSameOrder([1, 2], [1])).toBe(false);
  });
});

describe('rowAt', () => {
  const rows = [
    { top: 100, bottom: 140, left: 0, right: 300 },
    { top: 140, bottom: 180, left: 0, right: 300 },
  ];

  it('finds the row under the pointer, and the ends beyond them', () => {
    expect([20, 110, 139, 141, 500].map((y) => rowAt({ x: 10, y }, rows))).toEqual([0, 0, 0, 1, 1]);
  });
});

describe('tileAt', () => {
  const tiles = [
    { top: 0, bottom: 100, left: 0, right: 100 },
    { top: 0, bottom: 100, left: 120, right: 220 },
    { top: 120, bottom: 220, left: 0, right: 220 },
  ];

  it('finds the tile under the pointer', () => {
    expect(tileAt({ x: 50, y: 50 }, tiles)).toBe(0);
    expect(tileAt({ x: 219, y: 0 }, tiles)).toBe(1);
    expect(tileAt({ x: 150, y: 130 }, tiles)).toBe(2);
  });

  it('leaves everything where it is between and beside them, and means the end below', () => {
    expect(tileAt({ x: 110, y: 50 }, tiles)).toBeUndefined();
    expect(tileAt({ x: 500, y: 50 }, tiles)).toBeUndefined();
    expect(tileAt({ x: 500, y: 400 }, tiles)).toBe(2);
  });
});
