import { describe, expect, it } from 'vitest';
import { problemRange } from './problems.ts';

const text = 'one\ntwo two\n\nlast';
const marked = (line: number, column?: number) => {
  const { from, to } = problemRange({ line, column, message: '' }, text);
  return text.slice(from, to);
};

describe('problemRange', () => {
  it('marks a whole line without its line break', () => {
    expect(marked(1)).toBe('one');
    expect(marked(2)).toBe('two two');
    expect(marked(3)).toBe('');
    expect(marked(4)).toBe('last');
  });

  it('marks the word at a column, or one character where there is none', () => {
    expect(marked(2, 5)).toBe('two');
    expect(marked(4, 4)).toBe('t');
    expect(marked(2, 4)).toBe(' ');
  });

  it('stays inside the text, even for a position outside it', () => {
    expect(marked(99)).toBe('last');
    expect(marked(0)).toBe('one');
    expect(marked(1, 99)).toBe('');
    expect(problemRange({ line: 3, message: '' }, '')).toEqual({ from: 0, to: 0 });
  });
});
