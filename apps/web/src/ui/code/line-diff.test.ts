import { describe, expect, it } from 'vitest';
import { lineDiff, withoutDistant } from './line-diff.ts';

const signs = { same: ' ', removed: '-', added: '+' };
const drawn = (before: string, after: string) =>
  lineDiff([...before], [...after]).map(({ kind, text }) => `${signs[kind]}${text}`);

describe('lineDiff', () => {
  it('finds the shortest diff', () => {
    expect(drawn('abcd', 'abxd')).toEqual([' a', ' b', '-c', '+x', ' d']);
    expect(drawn('abc', 'abc')).toEqual([' a', ' b', ' c']);
    expect(drawn('', 'ab')).toEqual(['+a', '+b']);
    expect(drawn('ab', '')).toEqual(['-a', '-b']);
    expect(drawn('axbxc', 'bc')).toEqual(['-a', '-x', ' b', '-x', ' c']);
    expect(drawn('aaa', 'aa')).toEqual([' a', ' a', '-a']);
  });

  it('numbers the lines of both sides', () => {
    expect(lineDiff(['a', 'b'], ['x', 'b']).map(({ before, after }) => [before, after])).toEqual([
      [1, null],
      [null, 1],
      [2, 2],
    ]);
  });

  it('returns both texts unchanged for any pair', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const letters = (from: number) =>
        Array.from({ length: (seed * from) % 11 }, (_, at) => 'abc'[(seed * at * from) % 3] ?? '');
      const [before, after] = [letters(7), letters(5)];
      const lines = lineDiff(before, after);
      expect(lines.filter(({ kind }) => kind !== 'added').map(({ text }) => text)).toEqual(before);
      expect(lines.filter(({ kind }) => kind !== 'removed').map(({ text }) => text)).toEqual(after);
    }
  });

  it('shows long texts without common lines as replaced', () => {
    const before = Array.from({ length: 6_000 }, (_, line) => `a${line}`);
    const after = Array.from({ length: 6_000 }, (_, line) => `b${line}`);
    const lines = lineDiff(before, after);
    expect(lines.map(({ text }) => text)).toEqual([...before, ...after]);
    expect(lines.at(-1)).toEqual({ kind: 'added', text: 'b5999', before: null, after: 6_000 });
  });
});

describe('withoutDistant', () => {
  it('leaves out equal lines far from any change', () => {
    const shown = withoutDistant(lineDiff([...'abcdefgh'], [...'abcdefgx']), 1);
    expect(shown.map((line) => (line.kind === 'gap' ? line.count : line.text))).toEqual([6, 'g', 'h', 'x']);
  });
});
