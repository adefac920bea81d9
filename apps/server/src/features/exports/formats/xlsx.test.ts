import { describe, expect, it } from 'vitest';
import { blockOf, bytesOf, inputOf, seriesOf } from '../testing/blocks.ts';
import { unzip } from '../testing/unzip.ts';
import { writeXlsx } from './xlsx.ts';

const sheetsIn = async (...input: Parameters<typeof inputOf>) => {
  const parts = unzip(await bytesOf(writeXlsx(inputOf(...input))));
  return { parts, sheet: parts.get('xl/worksheets/sheet1.xml') ?? '' };
};
const rowsIn = (sheet: string) => [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) => row);

describe('an XLSX file', () => {
  it('has the parts that programs need', async () => {
    const { parts } = await sheetsIn([blockOf([1])]);
    expect([...parts.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
  });

  it('keeps types: numbers, booleans, dates of the local clock, and text that never is a formula', async () => {
    const series = seriesOf({ twinTitle: '=1+1 <b>&"\u0007' });
    const { sheet } = await sheetsIn([blockOf([1.5, true, null, '@cmd', { a: 1 }], series)]);
    const [, first = '', second, third, fourth, fifth] = rowsIn(sheet);
    expect(first).toContain('<c t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;b&gt;&amp;&quot;</t></is></c>');
    expect(first).toContain('2025-10-26T02:00:00.000+02:00');
    // 26 October 2025, 02:00.
    expect(Number(/<c s="1"><v>(.*?)<\/v>/.exec(first)?.[1])).toBeCloseTo(45_956 + 2 / 24, 8);
    expect(first).toMatch(/<c><v>1\.5<\/v><\/c>$/);
    expect(second).toMatch(/<c t="b"><v>1<\/v><\/c>$/);
    expect(third).toMatch(/<c\/>$/);
    expect(fourth).toContain('>@cmd<');
    expect(fifth).toContain('{&quot;a&quot;:1}');
    expect(sheet).not.toContain('<f>');
  });

  it('continues on a further sheet when one is full', async () => {
    const values = new Float64Array(3_000);
    const parts = unzip(await bytesOf(writeXlsx(inputOf([blockOf(values), blockOf(values)]), 4_000)));
    expect(parts.get('xl/workbook.xml')).toContain('name="2"');
    expect(parts.get('[Content_Types].xml')).toContain('sheet2.xml');
    const counts = [1, 2].map((number) => rowsIn(parts.get(`xl/worksheets/sheet${number}.xml`) ?? '').length - 1);
    expect(counts).toEqual([4_000, 2_000]);
  });

  it('ends with the note if rows are missing', async () => {
    const { sheet } = await sheetsIn([blockOf([1])], { cutNote: () => 'Ende & aus' });
    expect(rowsIn(sheet).at(-1)).toContain('Ende &amp; aus');
  });

  it('has the header alone if there are no rows', async () => {
    expect(rowsIn((await sheetsIn([])).sheet)).toHaveLength(1);
  });

  it('fails if the rows fail', async () => {
    const failing = async function* () {
      yield blockOf([1]);
      throw new Error('lost');
    };
    await expect(bytesOf(writeXlsx(inputOf([], { blocks: failing() })))).rejects.toThrow('lost');
  });
});
