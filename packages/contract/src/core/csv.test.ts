import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, toCsvLine } from './csv.ts';

describe('csvCell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 351 1', "'+49 351 1"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    ['\rx', `"'\rx"`],
    ['\nx', `"'\nx"`],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    [' =1', "' =1"],
    ['\u200b=1', "'\u200b=1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ])('escapes the formula %j', (value, expected) => {
    expect(csvCell(value)).toBe(expected);
  });

  it.each([
    [-5, '-5'],
    [1.5, '1.5'],
    [-1e-7, '-1e-7'],
    [0, '0'],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
    [-12n, '-12'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    [new Date('2026-01-02T03:04:05.678Z'), '2026-01-02T03:04:05.678Z'],
  ])('writes %s as a typed value', (value, expected) => {
    expect(csvCell(value)).toBe(expected);
  });

  it.each([
    ['plain', 'plain'],
    ['a-b=c', 'a-b=c'],
    ['say "hi"', '"say ""hi"""'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a\r\nb', '"a\r\nb"'],
    [' a ', '" a "'],
    ['', ''],
  ])('quotes %j only where needed', (value, expected) => {
    expect(csvCell(value)).toBe(expected);
  });
});

describe('toCsvLine', () => {
  it('joins cells with the chosen separator', () => {
    expect(toCsvLine(['a', 1, null])).toBe('a,1,\r\n');
    expect(toCsvLine(['a;b', -1, '-1'], ';')).toBe(`"a;b";-1;'-1\r\n`);
  });

  it('reads back as the same cells, none of which starts a formula', () => {
    const parse = (line: string) =>
      [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      );
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), (values) => {
        const cells = parse(toCsvLine(values));
        expect(cells.map((cell, index) => (cell === values[index] ? cell : cell.replace(/^'/, '')))).toEqual(values);
        for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/);
      }),
    );
  });
});
