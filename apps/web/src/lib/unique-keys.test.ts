import { expect, it } from 'vitest';
import { withUniqueKeys } from './unique-keys.ts';

const keysOf = (words: string[]) => withUniqueKeys(words, (word) => word).map(({ key }) => key);

it('gives every item its own key, also items with the same text', () => {
  const keys = keysOf(['a', 'b', 'a', 'a', '2 a']);
  expect(new Set(keys).size).toBe(5);
});

it('keeps the keys of items when others are added or removed', () => {
  const [, b, c] = keysOf(['a', 'b', 'c']);
  expect(keysOf(['new', 'b', 'c', 'a']).slice(1, 3)).toEqual([b, c]);
});
