import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { blockOf, bytesOf, inputOf, seriesOf } from '../testing/blocks.ts';
import { plainDefinition } from '../testing/nouns.ts';
import { writePdf } from './pdf.ts';

const documentOf = (...input: Parameters<typeof inputOf>) => bytesOf(writePdf(inputOf(...input)));

/** The content of each page, with its texts decoded. */
function pagesIn(document: Buffer): string[] {
  const file = document.toString('latin1');
  return [...file.matchAll(/\/Filter \/FlateDecode >>\nstream\n/g)].map(({ index, 0: head }) => {
    const stream = document.subarray(index + head.length);
    const content = inflateSync(stream).toString('latin1');
    return content.replace(/<([0-9a-f]+)>/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'));
  });
}

describe('a PDF file', () => {
  it('names the place of each object, so that programs can open it', async () => {
    const document = await documentOf([blockOf([1, 2, 3])]);
    const file = document.toString('latin1');
    expect(file.startsWith('%PDF-1.7\n')).toBe(true);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    expect(file.slice(start, start + 5)).toBe('xref\n');
    const places = [...file.slice(start).matchAll(/(\d{10}) 00000 n /g)].map(([, place]) => Number(place));
    for (const [index, place] of places.entries()) {
      expect(file.slice(place, place + 12)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    }
    expect(file).toContain(`/Size ${places.length + 1} `);
  });

  it('has a chart, the figures and a table of each state, in the language asked for', async () => {
    const [page] = pagesIn(await documentOf([blockOf([1.5, 2.5])]));
    expect(page).toContain('Kessel · Durchfluss (m³/h)');
    expect(page).toContain('2 Werte · Minimum 1,5 · Mittelwert 2 · Maximum 2,5');
    expect(page).toContain('2025-10-26 02:00:00 +02:00');
    expect(page).toMatch(/\d+(\.\d+)? \d+(\.\d+)? l/);
    const layout = { ...plainDefinition.layout, language: 'en' as const };
    const [english] = pagesIn(await documentOf([blockOf([1.5, 2.5])], { layout }));
    expect(english).toContain('2 values · minimum 1.5 · mean 2 · maximum 2.5');
  });

  it('continues tables on further pages', async () => {
    const pages = pagesIn(await documentOf([blockOf(new Float64Array(1_000).fill(7_777))]));
    expect(pages.length).toBeGreaterThan(5);
    // A row of each value, and the figures above them.
    expect(pages.join('\n').match(/7\.777 Tj/g)?.length).toBe(1_001);
    expect(pages.at(-1)).toContain(`Seite ${pages.length}`);
  });

  it('keeps texts as texts, and shows what the font lacks as a question mark', async () => {
    const series = seriesOf({ twinTitle: 'A ) Tj „Ж“', title: '\\(' });
    const [page] = pagesIn(await documentOf([blockOf(['<b>', true, null], series)]));
    expect(page).toContain('A ) Tj \x84?\x93 · \\(');
    expect(page).toContain('<b>');
    expect(page).toContain('3 Werte');
  });

  it('says that there are no values, and that rows are missing', async () => {
    const [page] = pagesIn(await documentOf([], { cutNote: () => 'Ende' }));
    expect(page).toContain('In diesem Zeitraum gibt es keine Werte.');
    expect(page).toContain('Ende');
  });
});
