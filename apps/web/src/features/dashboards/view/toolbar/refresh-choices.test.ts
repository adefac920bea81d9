import { expect, it } from 'vitest';
import { refreshFrom } from './refresh-choices.ts';

it.each([
  [30, null, 30],
  ['60', 300, 60],
  ['off', 300, null],
  [undefined, 300, 300],
  [undefined, null, null],
  [1, null, null],
  ['-30', 60, 60],
  ['soon', 60, 60],
  [[30], null, null],
  [1e9, null, null],
])('the address %o with a default of %o refreshes every %o seconds', (text, fallback, expected) => {
  expect(refreshFrom(text, fallback)).toBe(expected);
});
