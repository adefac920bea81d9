import { describe, expect, it } from 'vitest';
import { evaluatedValueText, type Words } from './evaluated-value-text.ts';

const words: Words = { number: (value) => String(value), none: 'none', yes: 'yes', no: 'no' };

describe('a compared value', () => {
  it.each([
    [5, '5'],
    ['5', '"5"'],
    [true, 'yes'],
    [false, 'no'],
    [null, 'none'],
    [undefined, 'none'],
    [[1, 2], '[1,2]'],
    [{ a: 1 }, '{"a":1}'],
  ])('%j reads as %s', (value, text) => expect(evaluatedValueText(value, words)).toBe(text));

  it('is truncated if it is long', () => {
    const text = evaluatedValueText('x'.repeat(500), words);
    expect(text.length).toBe(161);
    expect(text.endsWith('…')).toBe(true);
  });
});
