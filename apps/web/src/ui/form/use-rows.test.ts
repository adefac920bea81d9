import { expect, it } from 'vitest';
import { keysFor } from './use-rows.ts';

it('keeps the keys of existing rows, and adds new ones for the others', () => {
  expect(keysFor([], 3)).toEqual([0, 1, 2]);
  expect(keysFor([2, 0], 4)).toEqual([2, 0, 3, 4]);
  expect(keysFor([5, 1, 2], 2)).toEqual([5, 1]);
});
