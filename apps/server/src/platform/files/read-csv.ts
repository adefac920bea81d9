import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type Info, parse } from 'csv-parse';

export interface CsvRecord {
  /** Where it begins, counted from 1 as editors do. */
  line: number;
  cells: string[];
}

/** What a text never holds: control characters, and what is left of bytes that were no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const junk = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/;
const separators = [',', ';', '\t'] as const;
/** What is parsed in one go: a millisecond or two. */
const pieceLength = 8_192;
const maxRecordBytes = 200_000;

export async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += pieceLength) yield text.slice(start, start + pieceLength);
}

/** Small pieces of text, with a turn for everybody else after each. */
async function* readable(
  source: AsyncIterable<string | Uint8Array>,
  onUnreadable: CsvOptions['onUnreadable'],
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of source) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    for await (const piece of piecesOf(text)) {
      if (junk.test(piece)) onUnreadable();
      yield piece;
      await nextTurn();
    }
  }
}

/** Whatever stands most often in the first line, outside of quotes. */
export function separatorOf(text: string): (typeof separators)[number] {
  const line =
    text
      .replace(/"[^"]*"/g, '')
      .split(/\r\n|\n|\r/)
      .find((each) => each.trim() !== '') ?? '';
  const counts = separators.map((separator) => line.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

const lineBreaks = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

/** A quote that nobody closes takes in the rest of the file, up to its end or to what one record may hold. */
const isUnclosed = (error: unknown) =>
  error instanceof CsvError && ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(error.code);

export interface CsvOptions {
  /** Hears where a quote opens that is never closed; nothing behind it can be read. */
  onUnclosed: (line: number) => void;
  /** Fails in the words of the caller. */
  onUnreadable: (cause?: unknown) => never;
}

/** The records of a CSV text with comma, semicolon or tab, read piece by piece. */
export async function* readCsv(
  source: AsyncIterable<string | Uint8Array>,
  { onUnclosed, onUnreadable }: CsvOptions,
): AsyncGenerator<CsvRecord> {
  const text = readable(source, onUnreadable);
  const first = await text.next();
  if (first.done) return;
  async function* whole() {
    yield first.value;
    yield* text;
  }
  const parser = parse({
    bom: true,
    delimiter: separatorOf(first.value),
    info: true,
    max_record_size: maxRecordBytes,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // Errors of either side arrive below; the callback only keeps them from being thrown a second time.
  pipeline(Readable.from(whole()), parser, () => {});
  let lastLine = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      lastLine = info.lines;
      yield { line: info.lines - lineBreaks(record), cells: record };
    }
  } catch (error) {
    if (isUnclosed(error)) onUnclosed(lastLine + 1);
    else if (error instanceof CsvError) onUnreadable(error);
    else throw error;
  }
}
