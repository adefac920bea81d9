import { expect, it } from 'vitest';
import { keyed } from './keyed.ts';

const keysOf = (words: string[]) => keyed(words, (word) => word).map(({ key }) => key);

it('gives every item a key of its own, also those that say the same', () => {
  const keys = keysOf(['a', 'b', 'a', 'a', '2 a']);
  expect(new Set(keys).size).toBe(5);
});

it('keeps the keys of items when others come or go', () => {
  const [, b, c] = keysOf(['a', 'b', 'c']);
  expect(keysOf(['new', 'b', 'c', 'a']).slice(1, 3)).toEqual([b, c]);
});
