import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type Info, parse } from 'csv-parse';

export interface CsvRecord {
  /** The line where the record begins, counted from 1 as in editors. */
  line: number;
  cells: string[];
}

/** Characters that a text never contains: control characters, and replacements of invalid bytes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const junk = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/;
const separators = [',', ';', '\t'] as const;
/** Length that is parsed without a pause, which takes a millisecond or two. */
const pieceLength = 8_192;
const maxRecordBytes = 200_000;

export async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += pieceLength) yield text.slice(start, start + pieceLength);
}

/** Yields small pieces of text and returns to the event loop after each. */
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

/** The most frequent separator in the first line, outside of quotes. */
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

/** An unclosed quote swallows the rest of the file, up to its end or to the maximum size of a record. */
const isUnclosed = (error: unknown) =>
  error instanceof CsvError && ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(error.code);

interface CsvOptions {
  /** Called with the line of a quote that is never closed; nothing behind it can be read. */
  onUnclosed: (line: number) => void;
  /** Throws the caller's own error. */
  onUnreadable: (cause?: unknown) => never;
}

/** Reads the records of a CSV text separated by comma, semicolon or tab, piece by piece. */
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
  // Errors of both streams arrive in the loop below; the callback only prevents a second throw.
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
