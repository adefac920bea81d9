import { describe, expect, it } from 'vitest';
import { inOrder, isSameOrder, moveTo, placeByKey } from './reorder.ts';

describe('moveTo', () => {
  it('moves up and down, but not beyond the ends', () => {
    expect(moveTo([1, 2, 3], 3, 0)).toEqual([3, 1, 2]);
    expect(moveTo([1, 2, 3], 1, 1)).toEqual([2, 1, 3]);
    expect(moveTo([1, 2, 3], 1, 99)).toEqual([2, 3, 1]);
    expect(moveTo([1, 2, 3], 2, -5)).toEqual([2, 1, 3]);
  });
});

describe('inOrder', () => {
  it('sorts the elements by the ids, and skips ids without an element', () => {
    const elements = [1, 2, 3].map((id) => ({ id }));
    expect(inOrder(elements, [3, 9, 1])).toEqual([{ id: 3 }, { id: 1 }]);
  });
});

describe('isSameOrder', () => {
  it('compares position by position', () => {
    expect(isSameOrder([1, 2], [1, 2])).toBe(true);
    expect(isSameOrder([1, 2], [2, 1])).toBe(false);
    expect(isSameOrder([1, 2], [1])).toBe(false);
  });
});

describe('placeByKey', () => {
  it('moves by one place with arrow keys, and to the ends with Home and End', () => {
    const keys = ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'Home', 'End', 'Enter'];
    expect(keys.map((key) => placeByKey(key, 2, 5))).toEqual([1, 1, 3, 3, 0, 4, undefined]);
  });
});
