import { fillText, type Language } from '@stellwerk/contract/text';
import type { EpochMs, JsonValue } from '../../../platform/history/history.ts';
import { createZonedTime } from '../../state-history/index.ts';
import type { Blocks } from '../rows/block.ts';
import type { ExportedSeries } from '../rows/series.store.ts';
import type { FormatInput } from './format.ts';
import { chartOperators } from './pdf-chart.ts';
import { pageSize, pdfText, writePdfDocument } from './pdf-document.ts';
import de from './pdf-texts.de.json' with { type: 'json' };
import en from './pdf-texts.en.json' with { type: 'json' };

const texts: Record<Language, typeof de> = { de, en };

const margin = 40;
const inner = pageSize.width - 2 * margin;
const bottom = margin + 24;
const lineHeight = 13;
const chartHeight = 110;
/** Pairs of a time and a value beside each other. */
const pairs = 2;
const pairWidth = inner / pairs;
const timeWidth = 150;

interface Row {
  at: EpochMs;
  value: JsonValue;
}

/** All rows of one state; a PDF has few enough rows for that. */
async function* gathered(blocks: Blocks): AsyncGenerator<{ series: ExportedSeries; rows: Row[] }> {
  let current: { series: ExportedSeries; rows: Row[] } | undefined;
  for await (const { series, at, values } of blocks) {
    if (current && current.series !== series) yield current;
    if (current?.series !== series) current = { series, rows: [] };
    for (let index = 0; index < at.length; index += 1) {
      current.rows.push({ at: at[index] ?? 0, value: values[index] ?? null });
    }
  }
  if (current) yield current;
}

/** The operators of pages from the top to the bottom. */
function createPages(footer: (number: number) => string) {
  let operators: string[] = [];
  let number = 1;
  let y = pageSize.height - margin;
  const text = (x: number, at: number, content: string, { size = 9, bold = false, width = inner } = {}) => {
    const clip = `${x} ${at - 4} ${width} ${size + 6} re W n`;
    operators.push(`q ${clip} BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x} ${at} Td ${pdfText(content)} Tj ET Q`);
  };
  return {
    text,
    draw: (content: string) => void operators.push(content),
    get y() {
      return y;
    },
    hasRoom: (height: number) => y - height >= bottom,
    /** Moves down and returns the base of the line. */
    line(height = lineHeight): number {
      y -= height;
      return y;
    },
    close(): string {
      text(margin, margin, footer(number), { size: 8 });
      const page = operators.join('\n');
      operators = [];
      number += 1;
      y = pageSize.height - margin;
      return page;
    },
  };
}

async function* pagesOf({ name, blocks, layout, span, createdAt, cutNote }: FormatInput): AsyncGenerator<string> {
  const { zone, language } = layout;
  const words = texts[language];
  const zoned = createZonedTime(zone);
  const timeOf = (at: EpochMs) => `${zoned(at).slice(0, 19).replace('T', ' ')} ${zoned(at).slice(23)}`;
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const shown = (value: JsonValue): string => {
    if (typeof value === 'number') return numbers.format(value);
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  };
  const pages = createPages((number) => `${name} · ${fillText(words.page, { number })}`);

  function head({ twinTitle, title, unit }: ExportedSeries, rows: readonly Row[]): void {
    pages.text(margin, pages.line(24), `${twinTitle} · ${title}${unit ? ` (${unit})` : ''}`, { size: 12, bold: true });
    const samples = rows.flatMap(({ at, value }) => (typeof value === 'number' ? [{ at, value }] : []));
    if (samples.length === 0) {
      pages.text(margin, pages.line(), fillText(words.count, { count: numbers.format(rows.length) }));
      return;
    }
    const values = samples.map(({ value }) => value).sort((a, b) => a - b);
    const [min = 0, max = 0] = [values[0], values.at(-1)];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const figures = { count: numbers.format(rows.length), min: shown(min), mean: shown(mean), max: shown(max) };
    pages.text(margin, pages.line(), fillText(words.figures, figures));
    if (samples.length < 2) return;
    pages.text(margin, pages.line(16), `${shown(max)} ${unit}`, { size: 7 });
    const base = pages.line(chartHeight + 4);
    pages.draw(chartOperators(samples, span, { x: margin, y: base, width: inner, height: chartHeight }));
    const below = pages.line(10);
    pages.text(margin, below, `${shown(min)} ${unit} · ${timeOf(span.from)}`, { size: 7 });
    pages.text(pageSize.width - margin - 110, below, timeOf(span.to), { size: 7, width: 110 });
  }

  function tableHead(): void {
    const base = pages.line(18);
    for (let pair = 0; pair < pairs; pair += 1) {
      pages.text(margin + pair * pairWidth, base, words.time, { size: 8, bold: true });
      pages.text(margin + pair * pairWidth + timeWidth, base, words.value, { size: 8, bold: true });
    }
  }

  function* table(rows: readonly Row[]): Generator<string> {
    for (let index = 0; index < rows.length; ) {
      if (!pages.hasRoom(18 + 2 * lineHeight)) yield pages.close();
      tableHead();
      const lines = Math.min(Math.floor((pages.y - bottom) / lineHeight), Math.ceil((rows.length - index) / pairs));
      const top = pages.y;
      for (let pair = 0; pair < pairs; pair += 1) {
        for (let line = 1; line <= lines && index < rows.length; line += 1, index += 1) {
          const { at, value } = rows[index] ?? { at: 0, value: null };
          const [x, y] = [margin + pair * pairWidth, top - line * lineHeight];
          pages.text(x, y, timeOf(at), { size: 8, width: timeWidth });
          pages.text(x + timeWidth, y, shown(value), { size: 8, width: pairWidth - timeWidth - 6 });
        }
      }
      pages.line(lines * lineHeight);
    }
  }

  pages.text(margin, pages.line(20), name, { size: 18, bold: true });
  pages.text(margin, pages.line(20), fillText(words.period, { from: timeOf(span.from), to: timeOf(span.to), zone }));
  pages.text(margin, pages.line(), fillText(words.created, { time: timeOf(createdAt.getTime()) }));
  let isEmpty = true;
  for await (const { series, rows } of gathered(blocks)) {
    isEmpty = false;
    if (!pages.hasRoom(chartHeight + 120)) yield pages.close();
    head(series, rows);
    yield* table(rows);
  }
  if (isEmpty) pages.text(margin, pages.line(30), words.empty);
  const note = cutNote();
  if (note !== undefined) {
    if (!pages.hasRoom(30)) yield pages.close();
    pages.text(margin, pages.line(24), note, { size: 8, bold: true });
  }
  yield pages.close();
}

/** A document with a chart and a table of each state, for people who read and print. */
export const writePdf = (input: FormatInput): AsyncGenerator<Buffer> => {
  const { name, layout, createdAt } = input;
  return writePdfDocument(pagesOf(input), { title: name, language: layout.language, createdAt });
};
