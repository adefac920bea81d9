import { twinLimits } from '@stellwerk/contract/twin';
import { bulkDuplicateMaxLines } from '@stellwerk/contract/twin-copy';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { readCsv } from '../../../platform/files/read-csv.ts';
import { onMap } from '../tree/placement.service.ts';
import type { NewCopy } from './copy.service.ts';
import { type Original, takenTitles } from './copy.store.ts';
import { type DuplicateLine, headerOf, type LineError, type ReadLine, readLine } from './duplicate-line.ts';

interface CheckOptions {
  db: Db;
  source: AsyncIterable<string | Uint8Array>;
  original: Original;
  place: { accountId: number; parentId: number | null };
  /** Lines that an earlier run of the job has processed. */
  doneLines?: ReadonlySet<number>;
}

export interface CheckedLine {
  line: number;
  values: NewCopy['values'] & { title: string };
  references: { name: string; value: string }[];
}

export interface CheckedBatch {
  /** Lines that can be created. */
  lines: CheckedLine[];
  errors: LineError[];
  /** Number of lines in the batch, including refused ones. */
  count: number;
}

const batchSize = 100;

/** Properties of the line replace those of the original; new ones are appended. */
function withProperties(held: Original['keyValue'], added: Original['keyValue']): Original['keyValue'] {
  const keyOf = (property: { key: string }) => property.key.toLowerCase();
  const byKey = new Map(held.map((property) => [keyOf(property), property]));
  for (const property of added) byKey.set(keyOf(property), property);
  return [...byKey.values()];
}

function valuesOf({ line: _line, properties, references: _references, ...fields }: DuplicateLine, original: Original) {
  const { latitude, longitude } = fields;
  const place =
    latitude === undefined || longitude === undefined
      ? {}
      : { ...onMap({ latitude, longitude }), isAddressLinked: latitude === null };
  return { ...fields, ...place, keyValue: withProperties(original.keyValue, properties) };
}

/** Reads lines without the header, each with its first problem, if any. */
async function* readLines(source: CheckOptions['source']): AsyncGenerator<ReadLine> {
  const unreadable = (cause?: unknown) => fail('DTWIN_CSV_UNREADABLE', {}, { cause });
  let unclosed: number | undefined;
  let columns: ReturnType<typeof headerOf>;
  let count = 0;
  const records = readCsv(source, {
    onUnclosed(line) {
      unclosed = line;
    },
    onUnreadable: unreadable,
  });
  for await (const { line, cells } of records) {
    if (columns === undefined) {
      columns = headerOf(cells) ?? unreadable();
      continue;
    }
    count += 1;
    if (count > bulkDuplicateMaxLines) fail('DTWIN_CSV_TOO_MANY_LINES', { limit: bulkDuplicateMaxLines });
    yield readLine(line, cells, columns);
  }
  if (unclosed !== undefined) yield { error: { line: unclosed, code: 'DTWIN_CSV_UNCLOSED_QUOTE', params: {} } };
  else if (columns === undefined) unreadable();
}

/** Checks the lines of a CSV text against each other and against existing siblings, in batches. */
export async function* checkLines(options: CheckOptions): AsyncGenerator<CheckedBatch> {
  const { db, original, place, doneLines = new Set<number>() } = options;
  const lineOf = new Map<string, number>();

  function refusalOf({ line, title, properties }: DuplicateLine, taken: ReadonlySet<string>): LineError | undefined {
    const before = lineOf.get(title.toLowerCase());
    if (before !== undefined) return { line, code: 'DTWIN_CSV_DUPLICATE_TITLE', params: { title, line: before } };
    lineOf.set(title.toLowerCase(), line);
    if (doneLines.has(line)) return undefined;
    if (taken.has(title.toLowerCase())) return { line, code: 'DTWIN_CREATE_DUPLICATE_ENTRY', params: {} };
    const isTooMany = withProperties(original.keyValue, properties).length > twinLimits.keyValues;
    return isTooMany ? { line, code: 'DTWIN_CSV_INVALID_VALUE', params: { field: 'prop.' } } : undefined;
  }

  async function check(read: readonly ReadLine[]): Promise<CheckedBatch> {
    const errors = read.flatMap((each) => ('error' in each ? [each.error] : []));
    const lines = read.flatMap((each) => ('line' in each ? [each.line] : []));
    const taken = await takenTitles(
      db,
      place,
      lines.map(({ title }) => title),
    );
    const valid = lines.filter((line) => {
      const refusal = refusalOf(line, taken);
      if (refusal) errors.push(refusal);
      return !refusal && !doneLines.has(line.line);
    });
    return {
      lines: valid.map((line) => ({
        line: line.line,
        values: valuesOf(line, original),
        references: line.references,
      })),
      errors: errors.sort((a, b) => a.line - b.line),
      count: read.length,
    };
  }

  let batch: ReadLine[] = [];
  for await (const line of readLines(options.source)) {
    batch.push(line);
    if (batch.length < batchSize) continue;
    yield await check(batch);
    batch = [];
  }
  if (batch.length > 0) yield await check(batch);
}
