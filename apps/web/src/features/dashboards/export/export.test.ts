import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';
import { fileNameOf } from './file-name.ts';

describe('CSV of a widget', () => {
  it('keeps numbers as numbers, negative ones included, and leaves missing values empty', () => {
    expect(
      csvText([
        ['time', 'value'],
        ['2026-01-01T00:00:00.000Z', -1.5],
        ['x', null],
        ['y', Number.NaN],
      ]),
    ).toBe('time,value\r\n2026-01-01T00:00:00.000Z,-1.5\r\nx,\r\ny,\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '＝1', '\u200b=1'])('disarms %j', (text) => {
    const [line = ''] = csvText([[text]]).split('\r\n');
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it('quotes separators of every country, quotes and line breaks', () => {
    expect(csvText([['a;b', 'c,d', 'say "yes"', 'two\nlines']])).toBe('"a;b","c,d","say ""yes""","two\nlines"\r\n');
  });
});

describe('a file name', () => {
  it('follows the title', () => {
    expect(fileNameOf('CO₂ Klassenräume', 'png')).toBe('CO₂ Klassenräume.png');
  });

  it('contains no path separators and is never hidden', () => {
    expect(fileNameOf('../../etc/passwd', 'csv')).toBe('etc passwd.csv');
    expect(fileNameOf('.hidden\u202egpj', 'csv')).toBe('hidden gpj.csv');
    expect(fileNameOf(' : ', 'csv')).toBe('stellwerk.csv');
    expect([...fileNameOf('😀'.repeat(100), 'csv')].length).toBe(84);
  });
});
