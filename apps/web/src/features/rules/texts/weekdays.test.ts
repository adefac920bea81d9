import { expect, it } from 'vitest';
import { dayRanges } from './weekdays.ts';

it('joins three and more days into ranges', () => {
  expect(dayRanges([5, 1, 2, 3, 4])).toEqual([[1, 5]]);
  expect(dayRanges([6, 7, 1])).toEqual([
    [1, 1],
    [6, 6],
    [7, 7],
  ]);
});
