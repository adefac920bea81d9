import { describe, expect, it } from 'vitest';
import { judgedText, type Words } from './judged-text.ts';

const words: Words = { number: (value) => String(value), none: 'none', yes: 'yes', no: 'no' };

describe('a value that was compared', () => {
  it.each([
    [5, '5'],
    ['5', '"5"'],
    [true, 'yes'],
    [false, 'no'],
    [null, 'none'],
    [undefined, 'none'],
    [[1, 2], '[1,2]'],
    [{ a: 1 }, '{"a":1}'],
  ])('%j reads as %s', (value, text) => expect(judgedText(value, words)).toBe(text));

  it('is cut where it is long', () => {
    const text = judgedText('x'.repeat(500), words);
    expect(text.length).toBe(161);
    expect(text.endsWith('…')).toBe(true);
  });
});
